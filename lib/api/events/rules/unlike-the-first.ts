import { type Arrival, valueOfHeader } from "../../../receiver/arrival.ts";
import { type JsonValue, readJson, writeJson } from "../../json/json.ts";
import { type Leaf, leavesIn } from "../../json/leaves.ts";
import { EVENT_TYPES, otherTypeIn } from "../deliveries/event-types.ts";

type Attempt = Pick<Arrival, "method" | "headers" | "body">;

/** Shorter values, with the quotes of a text, are alike by chance. */
const TELLING_CHARS = 6;
/** The headers that say how to read a body. */
const FORM_HEADERS = ["Content-Type", "Content-Encoding"];

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
    const difference = otherForm(first, retry) ?? otherContent(first.body, retry.body, others);
    if (difference !== undefined) return difference;
  }
  const type = otherTypeIn([first, ...retries], EVENT_TYPES);
  return type === undefined ? undefined : `carries ${type}`;
}

/** Another method, or a header by which a receiver reads another body. */
function otherForm(first: Attempt, retry: Attempt): string | undefined {
  if (retry.method !== first.method) return `is sent by ${retry.method} instead of ${first.method}`;
  for (const name of FORM_HEADERS) {
    const [own, now] = [wordOf(first, name), wordOf(retry, name)];
    if (now !== own) return `has ${name} ${now ?? "missing"} instead of ${own ?? "missing"}`;
  }
  return undefined;
}

/** The value of a header without parameters, which may change: a boundary is new in each request. */
function wordOf(attempt: Attempt, name: string): string | undefined {
  return valueOfHeader(attempt, name)?.split(";")[0]?.trim().toLowerCase();
}

function otherContent(
  first: Uint8Array,
  body: Uint8Array,
  others: readonly Uint8Array[],
): string | undefined {
  if (Buffer.compare(body, first) === 0) return undefined;
  if (body.length === 0) return "has no body";
  if (Buffer.compare(first.subarray(0, body.length), body) === 0) return "has a part of the body only";
  if (others.some((other) => Buffer.compare(other, body) === 0)) return "has the body of an earlier event";
  const [own, now] = [leavesOf(first), leavesOf(body)];
  if (own === undefined) return undefined;
  return now === undefined ? "is not JSON, unlike the first one" : otherValues(own, now, others);
}

function otherValues(
  own: readonly Leaf[],
  now: readonly Leaf[],
  others: readonly Uint8Array[],
): string | undefined {
  const isAmong = ({ place, value }: Leaf) =>
    own.some((leaf) => leaf.place === place && writeJson(leaf.value) === writeJson(value));
  if (now.length < own.length && now.length > 0 && now.every(isAmong))
    return "has a part of the members only";
  const emptied = now.find(({ place, value }) => value === null && own.some((leaf) => isBelow(leaf, place)));
  if (emptied !== undefined) return `has null at ${emptied.place}`;
  const type = now.find(({ value }, at) => now.length === own.length && isOtherType(value, own[at]?.value));
  if (type !== undefined) return `names ${writeJson(type.value)}`;
  const values = new Set(tellingIn(own));
  const isOwn = (value: string) => values.has(value);
  // A payload that is encrypted anew for each attempt repeats no value: then nothing is to be expected of a retry.
  const repeatsValues = others.some((other) => tellingIn(leavesOf(other)).some(isOwn));
  return !repeatsValues || tellingIn(now).some(isOwn) ? undefined : "has no value of the first one";
}

function isBelow({ place }: Leaf, above: string): boolean {
  return place.startsWith(`${above}/`);
}

function isOtherType(value: JsonValue, own: JsonValue | undefined): boolean {
  return value !== own && EVENT_TYPES.some((type) => type === own);
}

/** The values of a JSON body. undefined: it is no JSON. */
function leavesOf(body: Uint8Array): readonly Leaf[] | undefined {
  const reading = readJson(body);
  return reading.ok ? leavesIn(reading.value) : undefined;
}

function tellingIn(leaves: readonly Leaf[] = []): readonly string[] {
  return leaves.map(({ value }) => writeJson(value)).filter(({ length }) => length >= TELLING_CHARS);
}
