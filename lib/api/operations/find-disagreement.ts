import { type JsonObject, type JsonValue, writeJson } from "../json/json.ts";
import { type Scalar, scalarsIn } from "./scalars-in.ts";
import { valueOfField } from "./value-of-field.ts";

/** A field of a transaction that both query and detail show. */
const TOLD_TWICE = ["fees", "transactionType"] as const;

/** One transaction that two answers show differently. */
export interface Disagreement {
  readonly field: string;
  readonly listed: JsonValue;
  readonly detailed: JsonValue;
}

/**
 * The record of a query that is the one of a detail: the only one that holds what was asked for by the name that the
 * detail gives it, or else, of texts, by any name. Where others mention it, they do so deeper.
 * @param asked what the body of the detail holds, as JSON
 */
export function sameRecord(
  asked: readonly string[],
  detail: JsonObject,
  listed: readonly JsonObject[],
): JsonObject | undefined {
  const ids = scalarsIn(detail).filter(({ text }) => asked.includes(text));
  const named = new Set(ids.map(nameAndText));
  const texts = new Set(ids.map(({ text }) => text).filter((text) => text.startsWith('"')));
  return only(listed, (one) => named.has(nameAndText(one))) ?? only(listed, ({ text }) => texts.has(text));
}

/** Where two records of one transaction differ, of what both have; that one of them has another type is judged elsewhere. */
export function findDisagreement(listed: JsonObject, detailed: JsonObject): Disagreement | undefined {
  for (const field of TOLD_TWICE) {
    const [one, other] = [valueOfField(listed, field) ?? null, valueOfField(detailed, field) ?? null];
    if (one === null || other === null || writeJson(one) === writeJson(other)) continue;
    if ((typeof one === "string") !== (typeof other === "string")) continue;
    return { field, listed: one, detailed: other };
  }
  return undefined;
}

function nameAndText({ name, text }: Scalar): string {
  return JSON.stringify([name, text]);
}

function only(records: readonly JsonObject[], isMeant: (one: Scalar) => boolean): JsonObject | undefined {
  const depths = records.map((record) =>
    leastOf(
      scalarsIn(record)
        .filter(isMeant)
        .map(({ depth }) => depth),
    ),
  );
  const nearest = leastOf(depths);
  const found = records.filter((_, index) => nearest < Infinity && depths[index] === nearest);
  return found.length === 1 ? found[0] : undefined;
}

/** Of any number of them: a target may answer more than a call takes as arguments. */
function leastOf(numbers: readonly number[]): number {
  return numbers.reduce((least, one) => Math.min(least, one), Infinity);
}
