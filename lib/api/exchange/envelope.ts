import { isObject, type JsonObject } from "../json/json-object.ts";
import type { JsonReading, JsonValue } from "../json/json.ts";

const ENVELOPE_FIELDS = ["code", "msg", "message", "data"] as const;
/** So many of its fields tell an envelope from another object. */
const TELLING_FIELDS = 2;

/** The envelope of section 2.3; undefined when the body is no JSON object, or one that holds the envelope. */
export function readEnvelope(reading: JsonReading): JsonObject | undefined {
  return reading.ok && isObject(reading.value) && !holdsEnvelope(reading) ? reading.value : undefined;
}

/** Whether a body is something else than an envelope and holds one: in a list, or as a member of an object without its fields. */
export function holdsEnvelope(reading: JsonReading): boolean {
  if (!reading.ok) return false;
  const { value } = reading;
  if (Array.isArray(value)) return value.some((item: JsonValue) => isEnvelope(item));
  return isObject(value) && fieldsOf(value) === 0 && Object.values(value).some(isEnvelope);
}

function isEnvelope(value: JsonValue): boolean {
  return isObject(value) && fieldsOf(value) >= TELLING_FIELDS;
}

function fieldsOf(object: JsonObject): number {
  return ENVELOPE_FIELDS.filter((name) => Object.hasOwn(object, name)).length;
}

/** Whether an object has a member by which a gateway's own error page is told from the target's envelope. */
export function looksLikeEnvelope(object: JsonObject | undefined): boolean {
  return object !== undefined && (Object.hasOwn(object, "code") || Object.hasOwn(object, "data"));
}

/** The members whose value is null, one level down in `data` too. */
export function nullsIn(envelope: JsonObject): string[] {
  return [...nullMembers(envelope), ...nullMembers(envelope["data"]).map((name) => `data.${name}`)];
}

function nullMembers(value: JsonValue | undefined): string[] {
  return isObject(value) ? Object.keys(value).filter((name) => value[name] === null) : [];
}

/** Names of envelope members beyond section 2.3. */
export function extraMembers(envelope: JsonObject): string[] {
  const named: readonly string[] = ENVELOPE_FIELDS;
  return Object.keys(envelope).filter((name) => !named.includes(name));
}
