import { isLoopback } from "../../text/is-loopback.ts";
import { setParameters, type ParameterChange, withoutChallenge } from "./parameters.ts";
import { inOtherCase } from "../../text/other-case.ts";

/** An unregistered redirect URI, and its difference from the registered one. */
export interface WrongRedirect {
  readonly what: string;
  readonly uri: string;
  /** Puts it into a request, perhaps with a second fault, which a server may answer before it compares the URI. */
  readonly change: ParameterChange;
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
  const { authority, path, query } = partsOf(registered);
  return differing(registered, [
    ["a query string with more behind it", query !== "" && { query: `${query}&more=1` }],
    ["a path with more behind it", { path: `${path.replace(/\/$/, "")}/more` }],
    [ANOTHER_HOST, authority && { authority: STRANGER }],
    ["another path", { path: "/conformance-elsewhere" }],
    ["a path in other letter case", { path: inOtherCase(path) }],
    ["a host below another one", authority && { authority: belowStranger(authority) }],
    [
      "a host below the registered one",
      authority && !isLoopback(registered) && { authority: `other.${authority}` },
    ],
  ]);
}

/**
 * More of them, of which a comparison that is nearly right accepts one or the other. The first one is the most useful
 * for a client that needs few.
 */
export function furtherWrongRedirects(registered: string): readonly WrongRedirect[] {
  const { path, query } = partsOf(registered);
  return differing(registered, [
    ...otherHosts(registered),
    ["a query string", query === "" && { query: "?more=1" }],
    ["a slash behind the path", { path: `${path}/` }],
    ["a dot segment", { path: `${path}/../conformance-elsewhere` }],
    ["an encoded letter in the path", { path: encodedLast(path) }],
    ["a fragment", { query: `${query}#conformance` }],
  ]);
}

/** Requests with a redirect URI that is not registered, and with a second fault. */
export function wrongRedirectsWithFault(registered: string): readonly WrongRedirect[] {
  const wrong = wrongRedirects(registered);
  const strange = wrong.find(({ what }) => what === ANOTHER_HOST) ?? wrong[0];
  const faults = [
    ["no code challenge", withoutChallenge],
    ["an unknown response type", setParameters({ response_type: "conformance" })],
    ["an unknown scope", setParameters({ scope: "conformance:no-such-scope" })],
  ] as const;
  return strange === undefined
    ? []
    : faults.map(([fault, spoil]) => wrongRedirect(`${strange.what} beside ${fault}`, strange.uri, spoil));
}

function wrongRedirect(what: string, uri: string, spoil: ParameterChange = () => undefined): WrongRedirect {
  const change: ParameterChange = (parameters) => {
    parameters.set("redirect_uri", uri);
    spoil(parameters);
  };
  return { what, uri, change };
}

/** A difference, and the parts that have it. Nothing: such a URI cannot have it. */
type Difference = readonly [what: string, changed: Partial<Parts> | false | "" | undefined];

/** Other hosts, ports, users and schemes of a URI that names a host. */
function otherHosts(registered: string): readonly Difference[] {
  const { scheme, authority } = partsOf(registered);
  if (authority === undefined) return [];
  const { hostname, port } = new URL(registered);
  const other = PORTS.find((one) => String(one) !== port);
  const [alias] = ALIASES.filter(([own]) => own.test(authority));
  return [
    ["another port", !isLoopback(registered) && { authority: `${hostname}:${other}` }],
    [`the host ${alias?.[1]}`, alias && { authority: authority.replace(...alias) }],
    ["another character for a dot of the host", { authority: authority.replace(".", "-") }],
    ["a user before the host", { authority: `conformance@${authority}` }],
    ["a host behind the registered one as a name", { authority: `${authority}@${STRANGER}` }],
    ["another scheme", { scheme: scheme.toLowerCase() === "https" ? "http" : "https" }],
  ];
}

/** The URIs that are others than the registered one, also when they have been parsed. */
function differing(registered: string, differences: readonly Difference[]): readonly WrongRedirect[] {
  const own = new URL(registered).href;
  return differences
    .flatMap(([what, changed]) =>
      changed ? [wrongRedirect(what, uriOf({ ...partsOf(registered), ...changed }))] : [],
    )
    .filter(({ uri }) => URL.canParse(uri) && new URL(uri).href !== own);
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
