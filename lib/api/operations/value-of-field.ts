import { isObject, type JsonObject, type JsonValue } from "../json/json.ts";

/** Marks a transaction record, where the profile does not say where records stand. */
export const MARK = "transactionType";

/** Fields of a transaction record that the document describes (§2.4). */
export type TransactionField = "fees" | "status" | typeof MARK;

/**
 * The value of a field of a transaction record: its own member, or of an object in it, except another transaction that it
 * mentions. Its status stands beside its type: there are other statuses, such as a card's. Undefined: nothing.
 */
export function valueOfField(record: JsonObject, name: TransactionField): JsonValue | undefined {
  const holder = nearest(record, MARK, () => true);
  if (name === "status" && holder !== undefined && Object.hasOwn(holder, name)) return holder[name];
  if (name === "status") return Object.hasOwn(record, name) ? record[name] : undefined;
  const having = nearest(record, name, (one) => one === holder || !Object.hasOwn(one, MARK));
  return having?.[name];
}

/** The object with a member of this name, of the first one in it and so on, level by level; not in a list. */
function nearest(
  record: JsonObject,
  name: string,
  enters: (object: JsonObject) => boolean,
): JsonObject | undefined {
  let level: readonly JsonObject[] = [record];
  while (level.length > 0) {
    const having = level.find((one) => Object.hasOwn(one, name));
    if (having !== undefined) return having;
    level = level.flatMap((one) => Object.values(one).filter(isObject).filter(enters));
  }
  return undefined;
}
