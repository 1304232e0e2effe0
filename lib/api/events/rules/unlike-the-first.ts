import type { Arrival } from "../../../receiver/arrival.ts";
import { readJson, writeJson } from "../../json/json.ts";
import { leavesIn } from "../../json/leaves.ts";
import { EVENT_TYPES, otherTypeIn } from "../deliveries/event-types.ts";

type Attempt = Pick<Arrival, "body" | "headers">;

/** Shorter values, with the quotes of a text, are alike by chance. */
const TELLING_CHARS = 6;

/**
 * Describes an attempt at an event that does not carry it, unlike the first one. A retry may carry further data, or its
 * number. undefined: none of them is unlike the first.
 * @param others the bodies by which earlier events came
 */
export function unlikeTheFirst(
  [first, ...retries]: readonly Attempt[],
  others: readonly Uint8Array[],
): string | undefined {
  if (first === undefined) return undefined;
  for (const retry of retries) {
    const difference = differenceOf(first, retry, others);
    if (difference !== undefined) return difference;
  }
  const type = otherTypeIn([first, ...retries], EVENT_TYPES);
  return type === undefined ? undefined : `carries ${type}`;
}

function differenceOf(first: Attempt, { body }: Attempt, others: readonly Uint8Array[]): string | undefined {
  if (Buffer.compare(body, first.body) === 0) return undefined;
  if (body.length === 0) return "has no body";
  if (Buffer.compare(first.body.subarray(0, body.length), body) === 0) return "has a part of the body only";
  if (others.some((other) => Buffer.compare(other, body) === 0)) return "has the body of an earlier event";
  const now = valuesIn(body);
  const own = new Set(valuesIn(first.body));
  const isOwn = (value: string) => own.has(value);
  // A payload that is encrypted anew for each attempt repeats no value: then nothing is to be expected of a retry.
  const repeatsValues = others.some((other) => valuesIn(other)?.some(isOwn) === true);
  return now === undefined || !repeatsValues || now.some(isOwn) ? undefined : "has no value of the first one";
}

/** The values of a JSON body that tell something. undefined: it is no JSON. */
function valuesIn(body: Uint8Array): readonly string[] | undefined {
  const reading = readJson(body);
  if (!reading.ok) return undefined;
  return leavesIn(reading.value)
    .map(({ value }) => writeJson(value))
    .filter(({ length }) => length >= TELLING_CHARS);
}
