import { z } from "zod";
import type { NormativeId } from "../requirements/catalogue.ts";
import { detached } from "./detached.ts";
import type { JsonValue } from "./json.ts";
import { NonIntegerNumber, writeJson } from "./json.ts";

/** A rule about one optional field: the requirement that states it, and the schema of its value. */
export interface FieldRule {
  readonly requirement: NormativeId;
  readonly schema: z.ZodType;
  /** What the schema admits, to complete the sentence "expected …". */
  readonly expected: string;
}

/** A requirement as an answer kept or broke it; `broken` is absent when it was kept. */
export interface Finding {
  readonly requirement: NormativeId;
  readonly broken?: { readonly expected: string; readonly actual: string };
}

export type JsonObject = { readonly [member: string]: JsonValue };

const MAX_SHOWN_CHARS = 200;

/** An integer is one on the wire: 1.5, 1.0, 1e3 and "1" are not. */
export const integer = z.custom<number | bigint>(
  (value) => typeof value === "bigint" || Number.isSafeInteger(value),
);

export function isObject(value: JsonValue | undefined): value is JsonObject {
  return (
    typeof value === "object" &&
    value !== null &&
    !Array.isArray(value) &&
    !(value instanceof NonIntegerNumber)
  );
}

/** The value of an optional field; JSON null counts as absent. */
export function fieldOf(object: JsonObject, name: string): JsonValue | undefined {
  const value = Object.hasOwn(object, name) ? object[name] : undefined;
  return value === null ? undefined : value;
}

/** What each rule says about the fields of an object; a rule about an absent field says nothing. */
export function findings(object: JsonObject, rules: Readonly<Record<string, FieldRule>>): Finding[] {
  return Object.entries(rules).flatMap(([name, { requirement, schema, expected }]) => {
    const value = fieldOf(object, name);
    if (value === undefined) return [];
    if (schema.safeParse(value).success) return [{ requirement }];
    return [{ requirement, broken: { expected: `\`${name}\` to be ${expected}`, actual: show(value) } }];
  });
}

/** A JSON value for people, cut to a line. */
export function show(value: JsonValue | undefined): string {
  if (value === undefined) return "nothing";
  const text = writeJson(value);
  return text.length > MAX_SHOWN_CHARS
    ? `${detached(text.slice(0, MAX_SHOWN_CHARS))}… (${text.length} characters)`
    : text;
}

/** Two values that should be the same, as evidence takes them: only of texts it can be said where they differ. */
export function comparedTexts(
  expected: JsonValue | undefined,
  actual: JsonValue | undefined,
): { readonly compared?: readonly [expected: string, actual: string] } {
  return typeof expected === "string" && typeof actual === "string" ? { compared: [expected, actual] } : {};
}
