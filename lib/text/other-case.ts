/** A text in upper case, or in lower case if it is in upper case already. */
export function inOtherCase(text: string): string {
  const upper = text.toUpperCase();
  return upper === text ? text.toLowerCase() : upper;
}
