import type { HeaderPair } from "./transport.ts";

/**
 * The Cookie header of a client that keeps the cookies of its answers. Undefined: none.
 * @param headers of the answers, in their order: the last cookie of a name counts
 */
export function cookieHeader(headers: readonly HeaderPair[]): string | undefined {
  const cookies = new Map<string, string>();
  for (const [name, value] of headers) {
    const [, cookie, text] = /^([^=;]+)=([^;]*)/.exec(value) ?? [];
    if (name.toLowerCase() === "set-cookie" && cookie !== undefined) cookies.set(cookie.trim(), text ?? "");
  }
  return cookies.size === 0 ? undefined : [...cookies].map(([name, text]) => `${name}=${text}`).join("; ");
}
