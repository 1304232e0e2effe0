/** A text of unknown origin as a part of a URL. Half of a character becomes U+FFFD, because no URL can have it. */
export function percentEncoded(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}
