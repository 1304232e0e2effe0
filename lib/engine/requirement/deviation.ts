/** The part of an answer that shows whether the request succeeded. */
export const SUCCESS = "success";

/** One difference between an answer and its expectation. Two failures with the same deviation may have one cause. */
export interface Deviation {
  /** For example `accepted with another API key`. */
  readonly what: string;
  /** The operation that shows it. Default: it does not depend on the operation. */
  readonly door?: string;
  /** The same difference in other words: it may be either of the two. */
  readonly otherwise?: Deviation;
  /** Unusual circumstances, for example `on a disabled configuration`. */
  readonly when: readonly string[];
  /** The part of the answer that differs: for example a field, or {@link SUCCESS}. Default: all of it. */
  readonly part?: string;
  /** In other circumstances it is likely another fault: only three failures or more have one root. */
  readonly apart?: true;
  /** The parts that deviate for the same reason, in any way and in any circumstances. */
  readonly spreadsTo?: readonly string[];
}

/** Selects the deviations in some parts of an answer. Default: in any part. */
export function inParts(
  deviations: readonly Deviation[],
  parts: readonly string[] | undefined,
): readonly Deviation[] {
  return deviations.filter(({ part }) => part === undefined || parts === undefined || parts.includes(part));
}

/**
 * Whether a deviation is the same as another one, in the same or in plainer circumstances, or spreads to it. Then it
 * appears whenever the other does.
 */
export function isAsPlainAs(one: Deviation, other: Deviation): boolean {
  if (other.part !== undefined && one.spreadsTo?.includes(other.part) === true) return true;
  if (other.otherwise !== undefined && isAsPlainAs(one, other.otherwise)) return true;
  const isSame = one.what === other.what && (one.door === undefined || one.door === other.door);
  return isSame && one.when.every((circumstance) => other.when.includes(circumstance));
}

/**
 * The deviations of one requirement. One fault is behind a deviation that shows at several doors: it does not
 * depend on the door.
 * @param others further deviations of the same requirement
 */
export function acrossDoors(
  deviations: readonly Deviation[],
  others: readonly Deviation[],
): readonly Deviation[] {
  const all = [...deviations, ...others];
  return deviations.map((one) => {
    const isElsewhere = all.some(({ what, door }) => what === one.what && door !== one.door);
    return isElsewhere ? atAnyDoor(one) : one;
  });
}

/** The same deviation, whatever the door. */
export function atAnyDoor(one: Deviation): Deviation {
  const { door: _, ...general } = one;
  return general;
}

/** Whether another list shows each deviation of one list, in circumstances that are as plain. */
export function explainsDeviations(plain: readonly Deviation[], others: readonly Deviation[]): boolean {
  return others.length > 0 && others.every((other) => plain.some((one) => isAsPlainAs(one, other)));
}
