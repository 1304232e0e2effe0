const LONG_NUMBER = /\d(?:[ ._-]?\d){5,}/g;

/** A name that somebody else has given, without what might be the number of a card or a one-time code. */
export function withoutNumbers(name: string): string {
  return name.replaceAll(LONG_NUMBER, "…");
}
