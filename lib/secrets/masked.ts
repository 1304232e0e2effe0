/** A mask that hides a quarter of a shorter credential hides enough of it. */
const MIN_CHARS = 16;

/** How many characters of a credential a mask may hide that is too short. */
export function maskedChars(value: string): number {
  return Math.floor(value.length / 4);
}

/** The end of a credential behind a mask that is too short. Undefined: the credential itself is short. */
export function endBehindMask(value: string): string | undefined {
  return value.length < MIN_CHARS ? undefined : value.slice(maskedChars(value));
}
