/** The names and list positions of a JSON pointer (RFC 6901), unescaped. */
function pointerSteps(pointer: string): readonly string[] {
  return pointer
    .split("/")
    .slice(1)
    .map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"));
}

/**
 * The member of plain JSON at a pointer. Undefined: there is no such member. Properties outside of JSON lead
 * nowhere.
 */
export function memberAt(data: unknown, pointer: string): unknown {
  return pointerSteps(pointer).reduce<unknown>((at, step) => {
    if (Array.isArray(at) && !/^(?:0|[1-9]\d*)$/.test(step)) return undefined;
    return typeof at === "object" && at !== null && Object.hasOwn(at, step)
      ? Reflect.get(at, step)
      : undefined;
  }, data);
}

/** Whether two pointers lead to the same member, or one of them into the member of the other. */
export function pointersOverlap(one: string, other: string): boolean {
  const [short = [], long = []] = [pointerSteps(one), pointerSteps(other)].toSorted(
    (left, right) => left.length - right.length,
  );
  return short.every((step, index) => step === long[index]);
}
