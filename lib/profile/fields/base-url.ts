import { checkedText } from "../../files/fields.ts";
import { isLoopback } from "../../text/is-loopback.ts";

/** The base URL of the reference that the run itself starts. */
export const EMBEDDED = "embedded";

/** A base URL without a slash at its end, or {@link EMBEDDED}. */
export const baseUrlSchema = checkedText(baseUrlProblem).transform((text) => text.replace(/(?<!\/)\/+$/, ""));

/** The reason why a run must not use plain http for a base URL. Undefined: it may. */
export function plainHttpProblem(baseUrl: string, allowed: boolean): string | undefined {
  const plain = baseUrl.startsWith("http:") && !allowed && !isLoopback(baseUrl);
  return plain
    ? "expected https; plain http is for loopback only, unless target.allowPlainHttp is true"
    : undefined;
}

function baseUrlProblem(text: string): string | undefined {
  if (text === EMBEDDED) return undefined;
  const url = /^https?:\/\/[^\s\\]+$/.test(text) ? URL.parse(text) : null;
  if (url === null) return `expected an absolute URL that begins with https:// or http://, or "${EMBEDDED}"`;
  if (text.includes("?") || text.includes("#")) return "expected a URL without query and fragment";
  if (url.username !== "" || url.password !== "") return "expected a URL without user name and password";
  const prefixed = /\/abc\/v1\/*$/.test(url.pathname);
  return prefixed ? "expected a URL without /abc/v1, which is part of every path that is called" : undefined;
}
