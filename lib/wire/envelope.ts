import { z } from "zod";
import type { Finding, FieldRule, JsonObject } from "./finding.ts";
import { findings, integer, isObject, show } from "./finding.ts";
import type { JsonReading, JsonValue } from "./json.ts";

const ENVELOPE_FIELDS = ["code", "msg", "message", "data"] as const;

const rules: Readonly<Record<string, FieldRule>> = {
  code: { requirement: "envelope.code-integer", schema: integer, expected: "an integer" },
  msg: { requirement: "envelope.msg-string", schema: z.string(), expected: "a string" },
  message: { requirement: "envelope.message-string", schema: z.string(), expected: "a string" },
};

/** The envelope of section 2.3; undefined when the body is no JSON object. */
export function readEnvelope(reading: JsonReading): JsonObject | undefined {
  return reading.ok && isObject(reading.value) ? reading.value : undefined;
}

/** Whether an object has a member by which a gateway's own error page is told from the target's envelope. */
export function looksLikeEnvelope(object: JsonObject | undefined): boolean {
  return object !== undefined && (Object.hasOwn(object, "code") || Object.hasOwn(object, "data"));
}

/** What the requirements of section 2.3 say about the body of any answer. */
export function envelopeFindings(reading: JsonReading): Finding[] {
  const envelope = readEnvelope(reading);
  if (envelope === undefined)
    return [notOneObject(reading.ok ? show(reading.value) : `a body that ${reading.problem}`)];
  if (reading.ok && reading.bom)
    return [notOneObject("a byte order mark before it, which JSON does not admit")];
  return [
    { requirement: "envelope.json-object" },
    ...findings(envelope, rules),
    completeness(envelope),
    absenceOfNulls(envelope),
    plainness(reading),
  ];
}

function notOneObject(actual: string): Finding {
  return { requirement: "envelope.json-object", broken: { expected: "one JSON object", actual } };
}

/** What the requirement about the type of `data` says about the answer to a request that must succeed. */
export function dataFinding(envelope: JsonObject, type: "boolean" | "object"): Finding | undefined {
  const data = envelope["data"];
  if (data === undefined || data === null) return undefined;
  const requirement = type === "boolean" ? "envelope.data-boolean" : "envelope.data-object";
  const fits = type === "boolean" ? typeof data === "boolean" : isObject(data);
  if (fits) return { requirement };
  return {
    requirement,
    broken: {
      expected: `\`data\` to be ${type === "boolean" ? "a boolean" : "an object"}`,
      actual: show(data),
    },
  };
}

function completeness(envelope: JsonObject): Finding {
  const missing = ["code", "msg", "message"].filter((name) => !Object.hasOwn(envelope, name));
  if (missing.length === 0) return { requirement: "envelope.complete" };
  const broken = {
    expected: "`code`, `msg` and `message`",
    actual: `an envelope without ${missing.join(", ")}`,
  };
  return { requirement: "envelope.complete", broken };
}

function absenceOfNulls(envelope: JsonObject): Finding {
  const nulls = [...nullMembers(envelope), ...nullMembers(envelope["data"]).map((name) => `data.${name}`)];
  if (nulls.length === 0) return { requirement: "envelope.no-nulls" };
  return {
    requirement: "envelope.no-nulls",
    broken: { expected: "no null", actual: `null in ${nulls.join(", ")}` },
  };
}

function nullMembers(value: JsonValue | undefined): string[] {
  return isObject(value) ? Object.keys(value).filter((name) => value[name] === null) : [];
}

function plainness(reading: JsonReading): Finding {
  const twice = reading.ok ? reading.duplicateMembers : [];
  if (twice.length === 0) return { requirement: "envelope.plain-json" };
  return {
    requirement: "envelope.plain-json",
    broken: { expected: "each member once", actual: twice.join(", ") },
  };
}

/** Names of envelope members beyond section 2.3. */
export function extraMembers(envelope: JsonObject): string[] {
  const named: readonly string[] = ENVELOPE_FIELDS;
  return Object.keys(envelope).filter((name) => !named.includes(name));
}
