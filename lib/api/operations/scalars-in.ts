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
export function scalarsIn(root: JsonValue | undefined): readonly Scalar[] {
  const found: Scalar[] = [];
  const look = (value: JsonValue | undefined, name: string, depth: number): void => {
    if (isList(value)) for (const item of value) look(item, name, depth + 1);
    else if (isObject(value)) for (const [key, member] of Object.entries(value)) look(member, key, depth + 1);
    else if (typeof value === "string" || typeof value === "number" || typeof value === "bigint")
      found.push({ name, depth, text: writeJson(value) });
  };
  look(root, "", 0);
  return found;
}
