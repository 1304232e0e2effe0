/** A shorter credential is hidden well enough by a mask of a quarter. */
const MIN_CHARS = 16;

/** How many characters of a credential a mask hides that does not hide it. */
export function maskedChars(value: string): number {
  return Math.floor(value.length / 4);
}

/** What such a mask at its beginning leaves of a credential, which still gives it away. Undefined: the credential is short. */
export function endBehindMask(value: string): string | undefined {
  return value.length < MIN_CHARS ? undefined : value.slice(maskedChars(value));
}
