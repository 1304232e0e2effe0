/** The part of an answer that says whether it grants what was asked for. */
export const SUCCESS = "success";

/** One way in which an answer differs from what was expected of it. Two failures with the same deviation may have one cause. */
export interface Deviation {
  /** For example `query accepted with another API key`. */
  readonly what: string;
  /** The circumstances that were not plain, for example `on a disabled configuration`. */
  readonly when: readonly string[];
  /** The part of the answer that differs: for example a field, or {@link SUCCESS}. Default: all of it. */
  readonly part?: string;
}

/** Of the ways in which an answer differs, those in some of its parts. Default: in any part. */
export function inParts(
  deviations: readonly Deviation[],
  parts: readonly string[] | undefined,
): readonly Deviation[] {
  return deviations.filter(({ part }) => part === undefined || parts === undefined || parts.includes(part));
}

/** Whether a deviation is the same as another one, in the same or in plainer circumstances: it shows whenever the other does. */
export function isAsPlainAs(one: Deviation, other: Deviation): boolean {
  return one.what === other.what && one.when.every((circumstance) => other.when.includes(circumstance));
}

/** Whether each deviation of one list is shown by another list, in circumstances that are as plain. */
export function explains(plain: readonly Deviation[], others: readonly Deviation[]): boolean {
  return others.length > 0 && others.every((other) => plain.some((one) => isAsPlainAs(one, other)));
}
