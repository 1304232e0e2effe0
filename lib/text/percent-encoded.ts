/** A text of unknown origin as a part of a URL. Half of a character becomes U+FFFD, because no URL can have it. */
export function percentEncoded(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}

/** A URL with the letters of its escapes in upper case: their case makes no difference (RFC 3986, 6.2.2.1). */
export function withUpperEscapes(url: string): string {
  return url.replaceAll(/%[\da-f]{2}/gi, (escape) => escape.toUpperCase());
}
