import type { Plain } from "../../../engine/requirement/plain.ts";
import { type Arrival, valueOfHeader } from "../../../receiver/arrival.ts";
import { withoutNumbers } from "../../../secrets/without-numbers.ts";
import { readJson } from "../../json/json.ts";
import { type Leaf, leavesIn } from "../../json/leaves.ts";
import { typeOf } from "../../json/type-of.ts";

const MAX_POINTERS = 200;
const FORMATS: readonly (readonly [pattern: RegExp, format: string])[] = [
  [/^\d{4}-\d\d-\d\dT\d\d:\d\d/, "time"],
  [/^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i, "uuid"],
  [/^https?:\/\//, "url"],
  [/^\d+$/, "digits"],
];

/** Names, types and formats of what some deliveries carried, and whether each of them did: no value is kept. */
export function payloadShape(arrivals: readonly Arrival[]): Plain {
  const seen = new Map<string, { readonly types: Set<string>; times: number }>();
  for (const arrival of arrivals) {
    const carried = new Map<string, Set<string>>();
    for (const [pointer, type] of leavesOf(arrival))
      carried.set(pointer, (carried.get(pointer) ?? new Set()).add(type));
    for (const [pointer, types] of carried) {
      const known = seen.get(pointer) ?? { types: new Set<string>(), times: 0 };
      for (const type of types) known.types.add(type);
      known.times += 1;
      seen.set(pointer, known);
    }
  }
  const shown = [...seen].slice(0, MAX_POINTERS).map(([pointer, { types, times }]) => {
    const named = [...types].toSorted().join(" or ");
    return [pointer, times === arrivals.length ? named : `${named}, sometimes`];
  });
  return Object.fromEntries(shown);
}

/** A body is JSON, or a form, or neither. */
function leavesOf(arrival: Arrival): readonly (readonly [pointer: string, type: string])[] {
  const { body } = arrival;
  const reading = readJson(body);
  if (reading.ok) return leavesIn(reading.value, withoutNumbers).map(typed);
  const type = valueOfHeader(arrival, "content-type") ?? "";
  if (!/x-www-form-urlencoded/i.test(type)) return [["/", body.length === 0 ? "nothing" : "no JSON"]];
  const members = [...new URLSearchParams(Buffer.from(body).toString("utf8"))];
  return members.map(([name, value]) => [`form ${withoutNumbers(name)}`, formatOf(value)]);
}

function typed({ place, value }: Leaf): readonly [pointer: string, type: string] {
  return [place === "" ? "/" : place, typeof value === "string" ? formatOf(value) : typeOf(value)];
}

function formatOf(text: string): string {
  const format = FORMATS.find(([pattern]) => pattern.test(text))?.[1];
  return format === undefined ? "string" : `string (${format})`;
}
