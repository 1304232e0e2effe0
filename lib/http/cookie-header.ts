import type { HeaderPair } from "./transport.ts";

/**
 * The value of the Cookie header of a client that keeps the cookies which answers set; undefined: they set none.
 * @param headers of the answers, in their order: of one name the last cookie counts
 */
export function cookieHeader(headers: readonly HeaderPair[]): string | undefined {
  const cookies = new Map<string, string>();
  for (const [name, value] of headers) {
    const [, cookie, text] = /^([^=;]+)=([^;]*)/.exec(value) ?? [];
    if (name.toLowerCase() === "set-cookie" && cookie !== undefined) cookies.set(cookie.trim(), text ?? "");
  }
  return cookies.size === 0 ? undefined : [...cookies].map(([name, text]) => `${name}=${text}`).join("; ");
}
