import { fault, onKeep } from "./tools.ts";
import type { Exchange, Fault, Row } from "./types.ts";

const GIVEN = "2.2 callbackUrl; 3.2 created with the given callbackUrl";
const UPDATED = "3.2 callbackUrl is updated";

/** The URL is changed on its way to the store. */
const stores = (name: string, what: string, change: (url: string) => string): Fault =>
  fault(name, "any", GIVEN, what, (p) => onKeep(p, change));

/** An update does not reach the store in some case. */
const ignores = (
  name: string,
  what: string,
  test: (url: string, before: Row, x: Exchange) => boolean,
): Fault =>
  fault(name, "any", UPDATED, what, (p) =>
    onKeep(p, (url, before, x) => (before !== undefined && test(url, before, x) ? before.callbackUrl : url)),
  );

const hostOf = (url: string): string => new URL(url).host;

/** Collapses dot segments of the path without touching the rest. */
function undotted(url: string): string {
  const path = /^(https:\/\/[^/?#]+)([^?#]*)(.*)$/i.exec(url);
  if (path === null) return url;
  const [, start = "", middle = "", end = ""] = path;
  return start + middle.replaceAll(/\/\.(?=\/|$)/g, "").replaceAll(/\/[^/]+\/\.\.(?=\/|$)/g, "") + end;
}

/** URLs that are stored otherwise than given, and updates that are dropped. */
export const KEEP_FAULTS: Fault[] = [
  stores("slash-added", "a slash is added when there is no path", (u) =>
    /^https:\/\/[^/?#]+$/.test(u) ? `${u}/` : u,
  ),
  stores("dots-resolved", "dot segments are resolved", undotted),
  stores("lower-case-host", "scheme and host are put in lower case", (u) =>
    u.replace(/^[^/]+\/\/[^/?#]+/, (h) => h.toLowerCase()),
  ),
  stores("fragment-removed", "the fragment is removed", (u) => u.replace(/#.*$/, "")),
  stores("parser-form", "the URL is written again by a parser", (u) => new URL(u).href),
  stores("port-443-removed", "port 443 is removed", (u) =>
    u.replace(/^(https:\/\/[^/?#]+):443(?=[/?#]|$)/, "$1"),
  ),
  ignores(
    "update-ignored-disabled",
    "updates of a disabled configuration are ignored",
    (_u, row) => row.status === 0,
  ),
  ignores(
    "update-ignored-host-new",
    "updates to another host are ignored",
    (u, row) => hostOf(u) !== hostOf(row.callbackUrl),
  ),
];
