import { canonicalText } from "../../engine/plain.ts";

/** An observed value for people: one line, or one line for each value with its names. */
export function valueLines(observed: unknown): string[] {
  if (!isRecord(observed) || !("value" in observed)) return [text(observed)];
  const { value, stable, once } = observed;
  const notes = [...(stable === true ? [] : ["varies"]), ...(once === true ? ["seen once"] : [])];
  const mark = notes.length === 0 ? "" : `  (${notes.join(", ")})`;
  const [first = "", ...others] = linesOf(value);
  return [`${first}${mark}`, ...others];
}

function linesOf(value: unknown): string[] {
  if (!isRecord(value)) return [text(value)];
  const entries = Object.entries(value);
  const nested = entries.filter(([, member]) => isRecord(member));
  const flat = entries.filter(([, member]) => !isRecord(member));
  return [
    ...byValue(flat),
    ...alike(nested).flatMap(([names, member]) => [
      `${names}:`,
      ...linesOf(member).map((line) => `  ${line}`),
    ]),
  ];
}

/** Names with the same value share a line. A single name comes before its value. */
function byValue(entries: readonly (readonly [string, unknown])[]): string[] {
  const groups = alike(entries);
  const together = groups.length < entries.length;
  return groups.map(([names, value]) => (together ? `${text(value)}: ${names}` : `${names}: ${text(value)}`));
}

/** The names of equal values, with the value. */
function alike(
  entries: readonly (readonly [string, unknown])[],
): (readonly [names: string, value: unknown])[] {
  const groups = Map.groupBy(entries, ([, member]) => canonicalText(member));
  return [...groups.values()].map(
    (group) => [group.map(([name]) => name).join(", "), group[0]?.[1]] as const,
  );
}

function text(value: unknown): string {
  if (typeof value === "string") return value === "" ? "(empty)" : value;
  if (Array.isArray(value)) return value.length === 0 ? "none" : value.map((item) => text(item)).join(" | ");
  return canonicalText(value);
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
