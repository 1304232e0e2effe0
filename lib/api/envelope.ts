import { isObject, type JsonObject } from "./finding.ts";
import type { JsonReading, JsonValue } from "./json.ts";

const ENVELOPE_FIELDS = ["code", "msg", "message", "data"] as const;

/** The envelope of section 2.3; undefined when the body is no JSON object. */
export function readEnvelope(reading: JsonReading): JsonObject | undefined {
  return reading.ok && isObject(reading.value) ? reading.value : undefined;
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
