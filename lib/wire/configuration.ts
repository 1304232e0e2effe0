import { z } from "zod";
import type { Finding, FieldRule, JsonObject } from "./finding.ts";
import { fieldOf, findings, integer, isObject } from "./finding.ts";
import type { JsonValue } from "./json.ts";
import { readJson } from "./json.ts";
import { isBefore, readUtcTime } from "./utc-time.ts";

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

const utcTime = z.string().refine((text) => readUtcTime(text) !== undefined);
const UTC_TIME = "a real date and time in ISO 8601, in UTC";

const rules: Readonly<Record<ConfigurationField, FieldRule>> = {
  id: { requirement: "configuration.id-integer", schema: integer, expected: "an integer" },
  merchantId: { requirement: "configuration.merchant-id-string", schema: z.string(), expected: "a string" },
  callbackUrl: { requirement: "configuration.callback-url-string", schema: z.string(), expected: "a string" },
  eventTypes: {
    requirement: "configuration.event-types-json",
    schema: z.string().refine((text) => readEventTypes(text) !== undefined),
    expected: "a string that holds a JSON array of strings",
  },
  status: {
    requirement: "configuration.status-zero-or-one",
    schema: integer.refine((value) => value === 0 || value === 1),
    expected: "the integer 0 or 1",
  },
  retryCount: {
    requirement: "configuration.retry-count-integer",
    schema: integer.refine((value) => value >= 0),
    expected: "an integer that is not negative",
  },
  createTime: { requirement: "configuration.create-time-utc", schema: utcTime, expected: UTC_TIME },
  updateTime: { requirement: "configuration.update-time-utc", schema: utcTime, expected: UTC_TIME },
};

/** The configuration in the `data` of a query, section 2.1. */
export function readConfiguration(data: JsonObject): Configuration {
  const fields = CONFIGURATION_FIELDS.map((field) => [field, fieldOf(data, field)] as const);
  return Object.fromEntries(fields.filter(([, value]) => value !== undefined));
}

/** What the requirements of section 2.1 say about the `data` of a query. */
export function configurationFindings(data: JsonObject): Finding[] {
  return [...findings(data, rules), ...timesInOrder(data)];
}

/** Whether a field has the type that section 2.1 gives it. */
export function isWellFormed(field: ConfigurationField, value: JsonValue): boolean {
  return rules[field].schema.safeParse(value).success;
}

/** The event types in the string of section 2.1; undefined when it is not a JSON array of strings. */
export function readEventTypes(text: string): readonly string[] | undefined {
  const reading = readJson(Buffer.from(text));
  if (!reading.ok || !Array.isArray(reading.value)) return undefined;
  const names = reading.value.filter((name) => typeof name === "string");
  return names.length === reading.value.length ? names : undefined;
}

/** The `data` of a query when it is a configuration that shows anything at all. */
export function hasConfiguration(data: JsonValue | undefined): data is JsonObject {
  return isObject(data) && CONFIGURATION_FIELDS.some((field) => fieldOf(data, field) !== undefined);
}

function timesInOrder(data: JsonObject): Finding[] {
  const { createTime, updateTime } = data;
  if (typeof createTime !== "string" || typeof updateTime !== "string") return [];
  const [created, updated] = [readUtcTime(createTime), readUtcTime(updateTime)];
  if (created === undefined || updated === undefined) return [];
  if (!isBefore(updated, created)) return [{ requirement: "configuration.times-in-order" }];
  const broken = { expected: `\`updateTime\` not before \`createTime\` ${createTime}`, actual: updateTime };
  return [{ requirement: "configuration.times-in-order", broken }];
}
