import { stringify } from "lossless-json";
import { escapedJson } from "../text/escaped-json.ts";

/** `##[error]`, `##vso[` and `##teamcity[`: build servers obey them wherever they stand in a log. */
const COMMANDS = /(?<=#)#(?=(?:vso|teamcity)?\[)/g;

/**
 * JSON with two spaces, a line break at its end, big integers in full digits, and nothing that a terminal or
 * a build server obeys.
 */
export function toJson(value: unknown): string {
  const text = escapedJson(stringify(value, null, 2) ?? "null");
  return `${text.replace(COMMANDS, String.raw`\u0023`)}\n`;
}

/** The same on one line, without a line break. */
export function toJsonLine(value: unknown): string {
  return escapedJson(stringify(value) ?? "null");
}
