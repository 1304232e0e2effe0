import type { JsonObject } from "../finding.ts";
import { fieldOf } from "../finding.ts";
import { type JsonValue, writeJson } from "../json.ts";

/** What both a query and a detail tell of a transaction. */
const TOLD_TWICE = ["fees", "transactionType"] as const;

/** One transaction of which two answers tell something else. */
export interface Disagreement {
  readonly field: string;
  readonly listed: JsonValue;
  readonly detailed: JsonValue;
}

/** The record of a query that is the one of a detail: some member holds the id that was asked for. */
export function sameRecord(
  asked: readonly string[],
  detail: JsonObject,
  listed: readonly JsonObject[],
): JsonObject | undefined {
  const ids = Object.entries(detail).filter(
    (entry): entry is [string, string] => typeof entry[1] === "string" && asked.includes(entry[1]),
  );
  const found = listed.filter((record) => ids.some(([name, id]) => fieldOf(record, name) === id));
  return found.length === 1 ? found[0] : undefined;
}

/** Where two records of one transaction differ, of what both have. */
export function disagreement(listed: JsonObject, detailed: JsonObject): Disagreement | undefined {
  for (const field of TOLD_TWICE) {
    const [one, other] = [fieldOf(listed, field), fieldOf(detailed, field)];
    if (one === undefined || other === undefined || writeJson(one) === writeJson(other)) continue;
    return { field, listed: one, detailed: other };
  }
  return undefined;
}
