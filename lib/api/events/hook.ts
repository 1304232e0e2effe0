import { randomBytes } from "node:crypto";
import type { Arrival } from "../../receiver/arrival.ts";
import { type UrlForm, USUAL_FORM } from "./url-forms.ts";

/** Below it lie the other callback URLs of a run: what comes there is no answer to a trigger. */
export const ORDINARY_PATH = "/run/";

const TOKEN_BYTES = 16;
const PADDING = "x";

/** One registration at the receiver: an unguessable URL, so that each request there belongs to this registration. */
export interface Hook {
  /** Name of the merchant who registered it. */
  readonly owner: string;
  readonly url: string;
  /** Path and query of the URL, as they are registered. */
  readonly target: string;
  /** In mixed case; stands in the path, and may stand in the query too. */
  readonly token: string;
}

/** How the URL of a hook is written. */
export interface HookShape {
  /** Length of the whole URL; by default as short as it can be. */
  readonly chars?: number;
  /** Default: the usual one. */
  readonly form?: UrlForm;
}

/**
 * A new hook. Its token stands before what makes the URL long, so that one that was cut short bears it still.
 * @param base address of the receiver, without a slash at its end
 */
export function newHook(
  base: string,
  runId: string,
  owner: string,
  { chars = 0, form = USUAL_FORM }: HookShape = {},
): Hook {
  const token = mixed(randomBytes(TOKEN_BYTES).toString("hex"));
  const [path = "", ...query] = form.write(token).split(/(?=\?)/);
  const [before, after] = [`${base}/${runId}/${path}`, query.join("")];
  const url = `${before}${padding(chars - before.length - after.length)}${after}`;
  return { owner, url, target: url.replace(/^[^:]+:\/\/[^/?#]+/, ""), token };
}

/** Whether a request bears the token of a hook, wherever, and in whatever letter case. */
export function isForHook({ target }: Pick<Arrival, "target">, { token }: Hook): boolean {
  return target.toLowerCase().includes(token.toLowerCase());
}

/** Whether a request came to the very URL; the letter case of an escape makes no difference (RFC 3986, 6.2.2.1). */
export function isAt({ target }: Pick<Arrival, "target">, hook: Pick<Hook, "target">): boolean {
  return withUpperEscapes(target) === withUpperEscapes(hook.target);
}

function mixed(hex: string): string {
  return hex.replaceAll(/(.)(.)/g, (_, one: string, other: string) => one.toUpperCase() + other);
}

/** A last path segment, where there is room for one. */
function padding(chars: number): string {
  return chars < 2 ? "" : `/${PADDING.repeat(chars - 1)}`;
}

function withUpperEscapes(target: string): string {
  return target.replaceAll(/%[\da-f]{2}/gi, (escape) => escape.toUpperCase());
}
