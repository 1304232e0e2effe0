import { isObject, type JsonValue, writeJson } from "../json/json.ts";
import { isList } from "../json/value-at-pointer.ts";

/** A text or an integer, and where it stands. */
export interface Scalar {
  /** Of the member, or of the list that holds it. */
  readonly name: string;
  /** How many members lead to it. */
  readonly depth: number;
  /** As JSON. */
  readonly text: string;
}

/** Every text and every integer of a value, however deep: what may name a record. */
export function scalarsIn(value: JsonValue | undefined, name = "", depth = 0): readonly Scalar[] {
  if (isList(value)) return value.flatMap((item) => scalarsIn(item, name, depth + 1));
  if (isObject(value))
    return Object.entries(value).flatMap(([key, member]) => scalarsIn(member, key, depth + 1));
  const mayName = typeof value === "string" || typeof value === "number" || typeof value === "bigint";
  return mayName ? [{ name, depth, text: writeJson(value) }] : [];
}
