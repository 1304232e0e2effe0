/** Six digits or more anywhere, with or without separators. Three or more as the whole text. */
const NUMBERS = /^\d(?:[ ._-]?\d){2,}$|\d(?:[ ._-]?\d){5,}/g;

/** Removes digits from a name of unknown origin that may be a card number or a one-time code. */
export function withoutNumbers(name: string): string {
  return name.replaceAll(NUMBERS, "…");
}
