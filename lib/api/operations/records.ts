import { isObject, type JsonObject, type JsonValue } from "../json/json.ts";
import { isList } from "../json/value-at-pointer.ts";

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

function listsIn(value: JsonValue): readonly (readonly JsonValue[])[] {
  if (isList(value)) return [value];
  return isObject(value) ? Object.values(value).flatMap(listsIn) : [];
}
