import { type JsonValue, writeJson } from "../json/json.ts";
import { ANY_ITEM as ANY, leavesIn } from "../json/leaves.ts";

/** Values that a refusal may hold by chance. */
const EMPTY: readonly string[] = ["null", "false", '""', "0"];

/** Whether the `data` of a success contains values that a refusal would not contain. */
export function isTelling(data: JsonValue | undefined): boolean {
  return data === true || tellingLeaves(data).size > 0;
}

/**
 * Whether an answer grants what its twin was granted, by its `data` alone: what a refusal holds there is open.
 * A list grants by showing records of the same members; anything else by more than half of the same values.
 */
export function showsTheSame(twin: JsonValue | undefined, data: JsonValue | undefined): boolean {
  if (twin === true || data === true) return twin === data;
  const due = tellingLeaves(twin);
  const shown = leavesOf(data);
  const inRecords = [...due.keys()].filter((pointer) => pointer.includes(`/${ANY}/`));
  if (inRecords.length > 0)
    return inRecords.filter((pointer) => shown.has(pointer)).length * 2 > inRecords.length;
  const same = [...due].filter(([pointer, value]) => shown.get(pointer) === value);
  return same.length * 2 > due.size;
}

function tellingLeaves(data: JsonValue | undefined): ReadonlyMap<string, string> {
  return new Map(
    [...leavesOf(data)].filter(([pointer, value]) => pointer.includes(ANY) || !EMPTY.includes(value)),
  );
}

function leavesOf(data: JsonValue | undefined): ReadonlyMap<string, string> {
  return new Map(leavesIn(data).map(({ place, value }) => [place, writeJson(value)]));
}
