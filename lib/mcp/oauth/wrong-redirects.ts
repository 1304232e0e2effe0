import { isLoopback } from "../../text/is-loopback.ts";
import { withoutChallenge } from "./authorize.ts";

/** An unregistered redirect URI, and its difference from the registered one. */
export interface WrongRedirect {
  readonly what: string;
  readonly uri: string;
  /** A second fault of the request. A server may answer it before it compares the URI. */
  readonly spoil?: (parameters: URLSearchParams) => void;
}

/** A URI in its parts, as written. Without an authority it has no host that could differ. */
interface Parts {
  readonly scheme: string;
  readonly authority: string | undefined;
  readonly path: string;
  readonly query: string;
}

const PARTS = /^([^:/?#]+):(?:\/\/([^/?#]*))?([^?#]*)(.*)$/s;
const STRANGER = "stranger.example";
const ANOTHER_HOST = "another host";
const PORTS = [8443, 9443];
/** `localhost` may have another address, and a page behind it another owner. */
const ALIASES: readonly (readonly [RegExp, string])[] = [
  [/^(?:127\.0\.0\.1|\[::1\])(?=:|$)/, "localhost"],
  [/^localhost(?=:|$)/i, "127.0.0.1"],
];

/**
 * Redirect URIs with one difference from a registered one. The port of a loopback address never differs,
 * because it is free.
 */
export function wrongRedirects(registered: string): readonly WrongRedirect[] {
  const parts = partsOf(registered);
  const { authority, path } = parts;
  const changed = [
    { what: "a path with more behind it", ...parts, path: `${path.replace(/\/$/, "")}/more` },
    { what: "another path", ...parts, path: "/conformance-elsewhere" },
    { what: "a path in other letter case", ...parts, path: otherCase(path) },
  ];
  const hosts =
    authority === undefined
      ? []
      : [
          { what: ANOTHER_HOST, ...parts, authority: STRANGER },
          { what: "a host below another one", ...parts, authority: belowStranger(authority) },
          ...(isLoopback(registered)
            ? []
            : [{ what: "a host below the registered one", ...parts, authority: `other.${authority}` }]),
        ];
  return differing(registered, [...changed, ...hosts]);
}

/**
 * More of them, of which a comparison that is nearly right accepts one or the other. The first one is the most useful
 * for a client that needs few.
 */
export function furtherWrongRedirects(registered: string): readonly WrongRedirect[] {
  const parts = partsOf(registered);
  const { path, query } = parts;
  return differing(registered, [
    ...hostsOf(registered, parts),
    { what: "a query string", ...parts, query: query === "" ? "?more=1" : `${query}&more=1` },
    { what: "a slash behind the path", ...parts, path: `${path}/` },
    { what: "a dot segment", ...parts, path: `${path}/../conformance-elsewhere` },
    { what: "an encoded letter in the path", ...parts, path: encodedLast(path) },
    { what: "a fragment", ...parts, query: `${query}#conformance` },
  ]);
}

/** Requests with a redirect URI that is not registered, and with a second fault. */
export function wrongRedirectsWithFault(registered: string): readonly WrongRedirect[] {
  const wrong = wrongRedirects(registered);
  const strange = wrong.find(({ what }) => what === ANOTHER_HOST) ?? wrong[0];
  const faults: readonly (readonly [string, (parameters: URLSearchParams) => void])[] = [
    ["no code challenge", withoutChallenge],
    ["an unknown response type", (parameters) => parameters.set("response_type", "conformance")],
    ["an unknown scope", (parameters) => parameters.set("scope", "conformance:no-such-scope")],
  ];
  return strange === undefined
    ? []
    : faults.map(([fault, spoil]) => ({ ...strange, what: `${strange.what} beside ${fault}`, spoil }));
}

type ChangedParts = Parts & { readonly what: string };

/** Other hosts, ports, users and schemes of a URI that names a host. */
function hostsOf(registered: string, parts: Parts): readonly ChangedParts[] {
  const { scheme, authority } = parts;
  if (authority === undefined) return [];
  const { hostname, port } = new URL(registered);
  const other = PORTS.find((one) => String(one) !== port);
  const [alias] = ALIASES.filter(([own]) => own.test(authority));
  return [
    ...(isLoopback(registered)
      ? []
      : [{ what: "another port", ...parts, authority: `${hostname}:${other}` }]),
    ...(alias === undefined
      ? []
      : [{ what: `the host ${alias[1]}`, ...parts, authority: authority.replace(...alias) }]),
    { what: "another character for a dot of the host", ...parts, authority: authority.replace(".", "-") },
    { what: "a user before the host", ...parts, authority: `conformance@${authority}` },
    {
      what: "a host behind the registered one as a name",
      ...parts,
      authority: `${authority}@${STRANGER}`,
    },
    { what: "another scheme", ...parts, scheme: scheme.toLowerCase() === "https" ? "http" : "https" },
  ];
}

/** The URIs of these parts that are others than the registered one, also when they have been parsed. */
function differing(registered: string, changed: readonly ChangedParts[]): readonly WrongRedirect[] {
  return changed
    .map(({ what, ...parts }) => ({ what, uri: uriOf(parts) }))
    .filter(({ uri }) => URL.canParse(uri) && new URL(uri).href !== new URL(registered).href);
}

/** Custom schemes have no authority, or a meaning of their own for it. */
function partsOf(uri: string): Parts {
  const [, scheme = "", authority, path = "", query = ""] = PARTS.exec(uri) ?? [];
  const isWeb = /^https?$/i.test(scheme);
  if (isWeb || authority === undefined) return { scheme, authority, path, query };
  return { scheme, authority: undefined, path: `//${authority}${path}`, query };
}

function uriOf({ scheme, authority, path, query }: Parts): string {
  return `${scheme}:${authority === undefined ? "" : `//${authority}`}${path}${query}`;
}

/** The same name and port, below the name of a stranger. */
function belowStranger(authority: string): string {
  return authority.replace(/(:\d*)?$/, `.${STRANGER}$1`);
}

function encodedLast(path: string): string {
  return path.replace(/.$/s, (last) => `%${last.charCodeAt(0).toString(16).toUpperCase()}`);
}

function otherCase(path: string): string {
  return path === path.toUpperCase() ? path.toLowerCase() : path.toUpperCase();
}
