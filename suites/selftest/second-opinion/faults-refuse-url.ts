import { alsoRefuse, fault, wrap } from "./tools.ts";
import type { Exchange, Fault } from "./types.ts";

const SCHEME = "2.2 HTTPS URL";
const TYPE = "2.2 type";

const drops = (name: string, what: string, test: (url: string, x: Exchange) => boolean): Fault =>
  fault(name, "any", SCHEME, what, (p) => alsoRefuse(p, test));

/** Legal URLs that are refused, and illegal ones that seem to be taken. */
export const REFUSE_URL_FAULTS: Fault[] = [
  drops("limit-511", "512 characters are refused", (url) => url.length === 512),
  fault("array-of-one", "any", TYPE, "an array of one URL is taken as that URL", (p) =>
    wrap(p, "pick", (old) => (body, x) => {
      const url = old(body, x);
      return Array.isArray(url) && url.length === 1 ? (url[0] as unknown) : url;
    }),
  ),
  fault(
    "no-op-malformed",
    "any",
    "4.2 request body",
    "malformed JSON answers true and changes nothing",
    (p) => wrap(p, "refuse", (old) => (why, x) => (why === "bad-body" ? p.accept(true, x) : old(why, x))),
  ),
  drops("drops-query", "URLs with a query are refused", (url) => url.includes("?")),
];
