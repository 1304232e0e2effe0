import { escapedJson } from "../../text/escaped-json.ts";

declare global {
  interface JSON {
    /** As V8 has it since 11.4: a text that is written as it is. */
    rawJSON(text: string): unknown;
  }
}

/** `##[error]`, `##vso[` and `##teamcity[`: build servers obey them wherever they stand in a log. */
const COMMANDS = /(?<=#)#(?=(?:vso|teamcity)?\[)/g;

/**
 * JSON with two spaces, a line break at its end, big integers in full digits, and nothing that a terminal or
 * a build server obeys.
 */
export function toJson(value: unknown): string {
  const text = escapedJson(JSON.stringify(value, inFullDigits, 2) ?? "null");
  return `${text.replace(COMMANDS, String.raw`\u0023`)}\n`;
}

/** The same on one line, without a line break. */
export function toJsonLine(value: unknown): string {
  return escapedJson(JSON.stringify(value, inFullDigits) ?? "null");
}

function inFullDigits(_name: string, value: unknown): unknown {
  return typeof value === "bigint" ? JSON.rawJSON(String(value)) : value;
}
