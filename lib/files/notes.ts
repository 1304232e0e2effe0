import { writeFileSync } from "node:fs";
import type * as z from "zod";
import { jsonOrUndefined } from "../text/json-or-undefined.ts";

/**
 * Notes a fact in a file of JSON lines that only its owner can read. Starts a new line, also after a line that was cut off.
 * @throws an error of the file system
 */
export function addNote(file: string, note: object): void {
  writeFileSync(file, `\n${JSON.stringify(note)}\n`, { flag: "a", mode: 0o600, flush: true });
}

/**
 * Reads the notes of such a file. Ignores a line that was cut off: what it was about was not sent.
 * @throws {Error} for a line in another form
 */
export function notesIn<T>(text: string, schema: z.ZodType<T>): readonly T[] {
  const lines = text.split("\n").map(jsonOrUndefined);
  return lines.flatMap((line) => (line === undefined ? [] : [schema.parse(line)]));
}
