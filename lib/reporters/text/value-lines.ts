import { canonicalText, isRecord } from "../../engine/requirement/plain.ts";

/** An observation for people: a line for each value with the parts that have it, then how parts vary or are missing. */
export function valueLines(observed: unknown): string[] {
  if (!isRecord(observed) || !("value" in observed)) return [text(observed)];
  const { value, varies, once, unseen } = observed;
  return [
    ...linesOf(value),
    ...noteOf("varies", varies, value),
    ...noteOf("seen once", once, value),
    ...(isRecord(unseen) ? alike(Object.entries(unseen)) : []).map(
      ([names, why]) => `not observed: ${names} (${text(why).split("\n")[0]})`,
    ),
  ];
}

function noteOf(note: string, parts: unknown, value: unknown): string[] {
  if (!Array.isArray(parts)) return [];
  const isAll = isRecord(value) && parts.length === Object.keys(value).length;
  return [isAll ? note : `${note}: ${parts.join(", ")}`];
}

/** Names with the same value share a line. */
function linesOf(value: unknown): string[] {
  if (!isRecord(value)) return [text(value)];
  return alike(Object.entries(value)).flatMap(([names, member]) =>
    isRecord(member)
      ? [`${names}:`, ...linesOf(member).map((line) => `  ${line}`)]
      : [`${names}: ${text(member)}`],
  );
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
