import { stringify } from "lossless-json";

/** JSON with two blanks, a line break at its end, and big integers written digit by digit. */
export function toJson(value: unknown): string {
  return `${stringify(value, null, 2) ?? "null"}\n`;
}

/** The same on one line, without a line break. */
export function toJsonLine(value: unknown): string {
  return stringify(value) ?? "null";
}
