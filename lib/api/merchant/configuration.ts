import { type JsonValue, writeJson, readJson, type JsonObject, fieldOf, isObject } from "../json/json.ts";
import { isSameMoment, readUtcTime, UTC_TIME } from "../json/utc-time.ts";
import type { Answer } from "../exchange/answer.ts";
import { aString, anInteger, type SchemaForm } from "../json/form.ts";

export const CONFIGURATION_FIELDS = [
  "id",
  "merchantId",
  "callbackUrl",
  "eventTypes",
  "status",
  "retryCount",
  "createTime",
  "updateTime",
] as const;

export type ConfigurationField = (typeof CONFIGURATION_FIELDS)[number];

/** The webhook configuration as query returned it; a field that is absent or null is undefined. */
export type Configuration = { readonly [Field in ConfigurationField]?: JsonValue };

const utcTime: SchemaForm = {
  is: (value) => typeof value === "string" && readUtcTime(value) !== undefined,
  expected: "a real date and time in ISO 8601, in UTC",
  schema: { type: "string", pattern: UTC_TIME },
};

/** The form of each field, section 2.1. */
export const FIELD_FORMS: Readonly<Record<ConfigurationField, SchemaForm>> = {
  id: anInteger,
  merchantId: aString,
  callbackUrl: aString,
  eventTypes: {
    is: (value) => typeof value === "string" && readEventTypes(value) !== undefined,
    expected: "a string that holds a JSON array of strings",
    schema: {
      type: "string",
      contentMediaType: "application/json",
      contentSchema: { type: "array", items: { type: "string" } },
    },
  },
  status: {
    is: (value) => value === 0 || value === 1,
    expected: "the integer 0 or 1",
    schema: { type: "integer", enum: [0, 1] },
  },
  retryCount: {
    is: (value) =>
      anInteger.is(value) && (typeof value === "bigint" || typeof value === "number") && value >= 0,
    expected: "an integer that is not negative",
    schema: { type: "integer", minimum: 0 },
  },
  createTime: utcTime,
  updateTime: utcTime,
};

/** The configuration in the `data` of a query, section 2.1. */
function readConfiguration(data: JsonObject): Configuration {
  const shown: { [Field in ConfigurationField]?: JsonValue } = {};
  for (const field of CONFIGURATION_FIELDS) {
    const value = fieldOf(data, field);
    if (value !== undefined) shown[field] = value;
  }
  return shown;
}

/** Event types of a text; undefined: it is not a JSON array of strings. */
interface EventTypesReading {
  readonly names: readonly string[] | undefined;
  /** The same text for the same names in any order. */
  sorted?: string;
}

/** The newest readings by their texts. Many rules read the same text, and it may be long. */
const readings = new Map<string, EventTypesReading>();
const MAX_READINGS = 4;

function eventTypesReading(text: string): EventTypesReading {
  const known = readings.get(text);
  if (known !== undefined) return known;
  const reading = { names: eventTypesIn(text) };
  for (const oldest of [...readings.keys()].slice(0, readings.size + 1 - MAX_READINGS))
    readings.delete(oldest);
  readings.set(text, reading);
  return reading;
}

function eventTypesIn(text: string): readonly string[] | undefined {
  const reading = readJson(Buffer.from(text));
  if (!reading.ok || !Array.isArray(reading.value)) return undefined;
  const names = reading.value.filter((name) => typeof name === "string");
  return names.length === reading.value.length ? names : undefined;
}

/** The event types in the string of section 2.1; undefined when it is not a JSON array of strings. */
export function readEventTypes(text: string): readonly string[] | undefined {
  return eventTypesReading(text).names;
}

/** The event types of a configuration; undefined when it shows none that can be read. */
export function subscribedTypes(configuration: Configuration | undefined): readonly string[] | undefined {
  const eventTypes = configuration?.eventTypes;
  return typeof eventTypes === "string" ? readEventTypes(eventTypes) : undefined;
}

/** The `data` of a query when it is a configuration that shows anything at all. */
export function hasConfiguration(data: JsonValue | undefined): data is JsonObject {
  return isObject(data) && CONFIGURATION_FIELDS.some((field) => fieldOf(data, field) !== undefined);
}

/** The callback URL to go on from after a register: what query shows, if this run may have registered it. */
export function adoptedUrl({ callbackUrl }: Configuration, given: string, runPath: string): string {
  return typeof callbackUrl === "string" && callbackUrl.includes(runPath) ? callbackUrl : given;
}

/** The configuration of each `data`. Many rules read it, and an answer never changes. */
const read = new WeakMap<JsonObject, Configuration>();

/** The configuration that a query returned; undefined when it returned none. */
export function configurationIn(answer: Answer): Configuration | undefined {
  const data = answer.envelope?.["data"];
  if (!isObject(data)) return undefined;
  const known = read.get(data);
  if (known !== undefined) return known;
  const configuration = readConfiguration(data);
  read.set(data, configuration);
  return configuration;
}

/** A field that two readings of a configuration show differently. */
export interface Difference {
  readonly field: ConfigurationField;
  readonly before: JsonValue;
  readonly after: JsonValue;
}

/**
 * The named fields that both readings have and that differ in what they mean. An absent field says nothing, nor does one in
 * another form, which is judged by itself; nor does a status that rises: when register enables is not shown, and of a disabled configuration the model knows.
 */
export function differencesBetween(
  before: Configuration,
  after: Configuration,
  fields: readonly ConfigurationField[],
): Difference[] {
  return fields.flatMap((field) => {
    const [was, is] = [before[field], after[field]];
    if (was === undefined || is === undefined || meansTheSame(field, was, is)) return [];
    if (field === "status" && was === 0 && is === 1) return [];
    if ([was, is].some((value) => !FIELD_FORMS[field].is(value))) return [];
    return [{ field, before: was, after: is }];
  });
}

/** Two notations of one moment, and two orders of one list of event types, mean the same. */
function meansTheSame(field: ConfigurationField, was: JsonValue, is: JsonValue): boolean {
  if (was === is || writeJson(was) === writeJson(is)) return true;
  if (typeof was !== "string" || typeof is !== "string") return false;
  if (field === "eventTypes") return sorted(was) !== undefined && sorted(was) === sorted(is);
  if (field !== "createTime" && field !== "updateTime") return false;
  const [before, after] = [readUtcTime(was), readUtcTime(is)];
  return before !== undefined && after !== undefined && isSameMoment(before, after);
}

function sorted(eventTypes: string): string | undefined {
  const reading = eventTypesReading(eventTypes);
  if (reading.names !== undefined) reading.sorted ??= JSON.stringify(reading.names.toSorted());
  return reading.sorted;
}
