import { parse } from "lossless-json";
import { jsonOrUndefined } from "../text/json-or-undefined.ts";
import type { Choices } from "./choices.ts";

type Reading = Pick<Choices, "jsonReading" | "duplicateMembers">;

/** Parses a request body as a JSON object; undefined for any other body, and for an object that names a member twice where that is rejected. */
export function parseJsonObject(body: Uint8Array, reading: Reading): Record<string, unknown> | undefined {
  try {
    const text = new TextDecoder("utf-8", {
      fatal: true,
      ignoreBOM: reading.jsonReading !== "relaxed",
    }).decode(body);
    const value = parse(prepare(text, reading.jsonReading), null, {
      parseNumber: Number,
      onDuplicateKey: ({ oldValue, newValue, key }) => {
        if (reading.duplicateMembers === "refused") throw new SyntaxError(`Duplicate member ${key}`);
        return reading.duplicateMembers === "first" ? oldValue : newValue;
      },
    });
    return isObject(value) ? value : undefined;
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof TypeError) return undefined;
    throw error;
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function prepare(text: string, reading: Choices["jsonReading"]): string {
  if (reading === "trailing-bytes") return firstObject(text);
  return reading === "relaxed" ? relax(text) : text;
}

/** The shortest beginning that is JSON; the whole text if no beginning is JSON. */
function firstObject(text: string): string {
  for (let end = text.indexOf("}"); end !== -1; end = text.indexOf("}", end + 1)) {
    const beginning = text.slice(0, end + 1);
    if (jsonOrUndefined(beginning) !== undefined) return beginning;
  }
  return text;
}

const STRING = String.raw`("(?:[^"\\]|\\.)*")`;
const COMMENTS_AND_SINGLE_QUOTES = new RegExp(String.raw`${STRING}|'([^'"\\]*)'|/\*[^]*?\*/|//[^\n]*`, "g");
const TRAILING_COMMAS = new RegExp(String.raw`${STRING}|,(?=\s*[}\]])`, "g");

/** Turns comments, single quotes and trailing commas into strict JSON. */
function relax(text: string): string {
  return text
    .replace(COMMENTS_AND_SINGLE_QUOTES, (_match, double?: string, single?: string) =>
      single === undefined ? (double ?? "") : `"${single}"`,
    )
    .replace(TRAILING_COMMAS, (_match, double?: string) => double ?? "");
}
