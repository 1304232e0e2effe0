import { randomBytes } from "node:crypto";
import type { Arrival } from "../../../receiver/arrival.ts";
import type { UrlForm } from "../../../receiver/receiver.ts";
import { withUpperEscapes } from "../../../text/percent-encoded.ts";

/** Below it lie the other callback URLs of a run: what comes there is no answer to a trigger. */
export const ORDINARY_PATH = "/run/";

const TOKEN_BYTES = 16;
const PADDING = "x";
const CACHE_KEY_CHARS = 128;

/** One registration at the receiver: an unguessable URL, so that each request there belongs to this registration. */
export interface Hook {
  /** Name of the merchant who registered it. */
  readonly owner: string;
  readonly url: string;
  /** Path and query of the URL, as they are registered. */
  readonly target: string;
  /** In mixed case; stands in the path, and may stand in the query too. */
  readonly token: string;
  /** How its URL is written. Default: as most are. */
  readonly form?: UrlForm;
}

export interface HookShape {
  /** Length of the whole URL; by default as short as it can be. */
  readonly chars?: number;
  /** Default: the usual one. */
  readonly form?: UrlForm;
  /** Its scheme is http, so that a register of it must be rejected. */
  readonly isUnsafe?: boolean;
}

/**
 * A new hook. Its token stands before what makes the URL long, so that one that was cut short bears it still.
 * @param base address of the receiver, without a slash at its end
 */
export function newHook(
  base: string,
  runId: string,
  owner: string,
  { chars = 0, form = USUAL_FORM, isUnsafe = false }: HookShape = {},
): Hook {
  const token = mixed(randomBytes(TOKEN_BYTES).toString("hex"));
  const [path = "", ...query] = form.write(token).split(/(?=\?)/);
  const origin = isUnsafe ? base.replace("https:", "http:") : base;
  const [before, after] = [`${origin}/${runId}/${path}`, query.join("")];
  const url = `${before}${padding(chars - before.length - after.length)}${after}`;
  const target = url.replace(/^[^:]+:\/\/[^/?#]+/, "");
  return { owner, url, target, token, ...(form !== USUAL_FORM && { form }) };
}

type Target = Pick<Arrival, "target">;

/** As many digits as a token has, or more. */
const LIKE_TOKENS = /[0-9a-f]{32,}/g;
/** The parts of a target that may be tokens, in lower case. Whoever waits asks for them again and again. */
const partsLikeTokens = new WeakMap<Target, readonly string[]>();

/** Whether a request bears the token of a hook, wherever, and in whatever letter case. */
export function isForHook(arrival: Target, { token }: Hook): boolean {
  const parts = partsLikeTokens.get(arrival) ?? arrival.target.toLowerCase().match(LIKE_TOKENS) ?? [];
  partsLikeTokens.set(arrival, parts);
  return parts.some((part) => part.includes(token.toLowerCase()));
}

/** Whether a request came to the very URL; the letter case of an escape makes no difference (RFC 3986, 6.2.2.1). */
export function isAt({ target }: Target, hook: Pick<Hook, "target">): boolean {
  return withUpperEscapes(target) === withUpperEscapes(hook.target);
}

function mixed(hex: string): string {
  return hex.replaceAll(/(.)(.)/g, (_, one: string, other: string) => one.toUpperCase() + other);
}

/** A last path segment, where there is room for one. */
function padding(chars: number): string {
  return chars < 2 ? "" : `/${PADDING.repeat(chars - 1)}`;
}

/** Path and query hold an escaped octet, letters of both cases, and a semicolon: what a sender changes shows. */
const USUAL_FORM: UrlForm = {
  name: "escapes and semicolons in path and query",
  write: (token) => `In%2FOut;v=1/${token}?T=${token}&m=A%26b;c`,
};

/** Nothing that a sender could change. */
export const PLAIN_FORM: UrlForm = { name: "a plain path and no query", write: (token) => token };

/** Two such URLs differ in their queries only, behind so many characters as a key of a cache may have. */
export const SAME_PATH_FORM: UrlForm = {
  name: "a path that other URLs have too",
  write: (token) => `Same/Path/${PADDING.repeat(CACHE_KEY_CHARS)}?T=${token}`,
};

export const SLASH_FORM: UrlForm = {
  name: "a slash at the end of the path",
  write: (token) => `${token}/?q=/`,
};

export const MEMBERS_FORM: UrlForm = {
  name: "members of the query out of order, repeated, and without a value",
  write: (token) => `${token}?z=1&a=2&z=0&A=3&b&c=`,
};

/** Forms of RFC 3986 that no HTTP client and no standard parser of URLs rewrites. */
export const ORDINARY_FORMS: readonly UrlForm[] = [
  PLAIN_FORM,
  MEMBERS_FORM,
  { name: "doubled slashes", write: (token) => `In//${token}//Out?u=a//b` },
  SLASH_FORM,
  {
    name: "escapes in lower case, blanks and plus signs",
    write: (token) => `caf%c3%a9+x/${token}?q=%e2%82%ac+1%20`,
  },
  { name: "sub-delimiters", write: (token) => `a!$&'()*+,;=:@~-._/${token}?q=!$()*,:@/?` },
];

/** Forms that HTTP clients in wide use rewrite before they send a request. */
export const REWRITTEN_FORMS: readonly UrlForm[] = [
  { name: "dot segments", write: (token) => `a/./b/../${token}` },
  { name: "an empty query", write: (token) => `${token}?` },
  { name: "escapes of letters and of a tilde", write: (token) => `%41%7e/${token}?q=%62` },
  { name: "an apostrophe in the query", write: (token) => `${token}?q='a'` },
];
