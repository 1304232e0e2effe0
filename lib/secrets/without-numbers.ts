/** Six digits and more anywhere, with or without separators; three and more where they are all that there is. */
const NUMBERS = /^\d(?:[ ._-]?\d){2,}$|\d(?:[ ._-]?\d){5,}/g;

/** A name that somebody else has given, without what might be the number of a card or a one-time code. */
export function withoutNumbers(name: string): string {
  return name.replaceAll(NUMBERS, "…");
}
