/** `https://host`, or a query right behind it: an ordinary URL, into which parsers put a slash all the same. */
export function hasNoPath(url: string): boolean {
  return /^https:\/\/[^/?#]+(?:\?|$)/.test(url);
}
