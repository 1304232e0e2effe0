import { canonicalText } from "../../engine/plain.ts";

/** Two observed values, one line each, reduced to their differences. */
export interface Differing {
  readonly before: string;
  readonly after: string;
}

/**
 * Finds the difference of two observed values. Undefined: they are equal.
 * @param before `{ value, stable }`; undefined: not observed
 * @param partly whether only common members count
 */
export function findDifference(before: unknown, after: unknown, partly: boolean): Differing | undefined {
  const [was, is] = reduced(valueOf(before), valueOf(after), partly);
  if (canonicalText(was) === canonicalText(is) && varies(before) === varies(after)) return undefined;
  return { before: line(before, was), after: line(after, is) };
}

/** Removes equal members from both. */
function reduced(a: unknown, b: unknown, partly: boolean): readonly [unknown, unknown] {
  if (!isRecord(a) || !isRecord(b)) return [a, b];
  const names = [...new Set([...Object.keys(a), ...Object.keys(b)])].filter(
    (name) => !partly || (Object.hasOwn(a, name) && Object.hasOwn(b, name)),
  );
  const pairs = names
    .map((name) => [name, reduced(a[name], b[name], partly)] as const)
    .filter(([, [one, other]]) => canonicalText(one) !== canonicalText(other));
  return [
    Object.fromEntries(pairs.map(([name, [one]]) => [name, one])),
    Object.fromEntries(pairs.map(([name, [, other]]) => [name, other])),
  ];
}

function line(observed: unknown, value: unknown): string {
  if (observed === undefined) return "not observed";
  return `${readable(value)}${varies(observed) ? " (varies)" : ""}`;
}

function readable(value: unknown): string {
  if (value === undefined) return "(none)";
  if (typeof value === "string") return value;
  if (!isRecord(value)) return canonicalText(value);
  const groups = Map.groupBy(Object.entries(value), ([, member]) => readable(member));
  return [...groups]
    .map(([shown, members]) => `${members.map(([name]) => name).join(", ")}: ${shown}`)
    .join("; ");
}

function valueOf(observed: unknown): unknown {
  return isRecord(observed) && "value" in observed ? observed["value"] : observed;
}

function varies(observed: unknown): boolean {
  return isRecord(observed) && observed["stable"] === false;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
