import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import type { z } from "zod";
import { readNamedFile, readRegularFile } from "../../files/read-regular-file.ts";
import { shownFile } from "../../files/shown-file.ts";
import { runResultSchema } from "../../reporters/run-result-schema.ts";
import { exceedsDepth } from "../../text/exceeds-depth.ts";
import { UnreadableResultError } from "./unreadable-result-error.ts";

/** A result of all areas has about one. */
export const MAX_RESULT_MIB = 16;
/** Observed values are nested a few levels deep. */
const MAX_LEVELS = 64;
/** Says that a file has another shape. */
export const NO_RESULT = "it is not a result of a run";
const RESULT_FILES = ["conformance.json", "observations.json"];

/** The result of a run, as in its file. */
export type StoredResult = z.output<typeof runResultSchema>;

/**
 * Reads a folder of results, or one result.
 * @throws {UnreadableResultError} when it is neither
 */
export function readResult(place: string): StoredResult {
  const { file, text } = resultAt(place);
  const result = runResultSchema.safeParse(parseResult(file, text));
  if (result.success) return result.data;
  throw new UnreadableResultError(shownFile(file), NO_RESULT);
}

/** A named file may be a link. A folder is not trusted. */
function resultAt(place: string): { readonly file: string; readonly text: string } {
  const found = statSync(place, { throwIfNoEntry: false });
  if (found === undefined) throw new UnreadableResultError(place, "there is no such file or folder");
  const inside = RESULT_FILES.map((name) => join(place, name)).find((file) => existsSync(file));
  if (found.isDirectory() && inside === undefined) {
    throw new UnreadableResultError(place, `it contains neither ${RESULT_FILES.join(" nor ")}`);
  }
  const file = inside ?? place;
  try {
    return { file, text: (inside === undefined ? readNamedFile : readRegularFile)(file, MAX_RESULT_MIB) };
  } catch (error) {
    throw new UnreadableResultError(shownFile(file), error instanceof Error ? error.message : String(error));
  }
}

/**
 * Parses the text of a result. Its shape is not checked.
 * @throws {UnreadableResultError} when it is not JSON, or nested too deeply
 */
export function parseResult(file: string, text: string): unknown {
  if (exceedsDepth(text, MAX_LEVELS)) {
    throw new UnreadableResultError(shownFile(file), "it is nested too deeply");
  }
  try {
    return JSON.parse(text);
  } catch {
    throw new UnreadableResultError(shownFile(file), "it is not valid JSON");
  }
}
