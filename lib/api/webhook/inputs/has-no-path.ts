/** `https://host`: an ordinary URL, to which parsers add a slash all the same. */
export function hasNoPath(url: string): boolean {
  return /^https:\/\/[^/?#]+$/.test(url);
}
