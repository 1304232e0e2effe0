/** One way in which an answer differs from what was expected of it. Two failures with the same deviation may have one cause. */
export interface Deviation {
  /** For example `query accepted with another API key`. */
  readonly what: string;
  /** The circumstances that were not plain, for example `on a disabled configuration`. */
  readonly when: readonly string[];
  /** The field that differs; absent: everything that the answer shows is another's. */
  readonly field?: string;
}

/** Whether a deviation is the same as another one, in the same or in plainer circumstances: it shows whenever the other does. */
export function isAsPlainAs(one: Deviation, other: Deviation): boolean {
  return one.what === other.what && one.when.every((circumstance) => other.when.includes(circumstance));
}

/** Whether each deviation of one list is shown by another list, in circumstances that are as plain. */
export function explains(plain: readonly Deviation[], others: readonly Deviation[]): boolean {
  return others.length > 0 && others.every((other) => plain.some((one) => isAsPlainAs(one, other)));
}
