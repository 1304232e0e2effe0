import { isObject, type JsonObject } from "../json/json-object.ts";
import type { JsonValue } from "../json/json.ts";

/** Every object, however deep, that has a member of this name. */
export function objectsWith(value: JsonValue, name: string): readonly JsonObject[] {
  if (isList(value)) return value.flatMap((item) => objectsWith(item, name));
  if (!isObject(value)) return [];
  if (Object.hasOwn(value, name)) return [value];
  return Object.values(value).flatMap((member) => objectsWith(member, name));
}

/** Whether there is a record of any kind: an object in a list, or an object where there is no list. */
export function holdsRecords(data: JsonValue | undefined): boolean {
  if (!isObject(data) && !isList(data)) return false;
  const lists = listsIn(data);
  if (lists.length > 0) return lists.some((list) => list.some((item) => isObject(item)));
  return isObject(data) && Object.keys(data).length > 0;
}

/** The value to which a JSON pointer leads (RFC 6901); undefined: to nothing. */
export function valueAt(value: JsonValue, pointer: string): JsonValue | undefined {
  const steps = pointer.split("/").slice(1);
  return steps.map(unescaped).reduce<JsonValue | undefined>((at, step) => {
    if (isList(at)) return at[Number(step)];
    return isObject(at) && Object.hasOwn(at, step) ? at[step] : undefined;
  }, value);
}

export function isList(value: JsonValue | undefined): value is readonly JsonValue[] {
  return Array.isArray(value);
}

function listsIn(value: JsonValue): readonly (readonly JsonValue[])[] {
  if (isList(value)) return [value];
  return isObject(value) ? Object.values(value).flatMap(listsIn) : [];
}

function unescaped(step: string): string {
  return step.replaceAll("~1", "/").replaceAll("~0", "~");
}
