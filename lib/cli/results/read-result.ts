import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { shownFile } from "../../files/shown-file.ts";
import { runResultSchema } from "../../reporters/stored/run-result-schema.ts";
import type { RunResult } from "../../reporters/stored/run-result.ts";
import { contradictionIn } from "./contradiction.ts";
import { readJsonFile, UnreadableResultError } from "./read-json-file.ts";

/** A result of all areas has about one. */
const MAX_MIB = 16;
const MAX_LEVELS = 64;
const RESULT_FILES = ["conformance.json", "observations.json"];

/**
 * Reads a folder of results, or one result.
 * @throws {UnreadableResultError} when it is neither
 */
export function readResult(place: string): RunResult {
  const found = statSync(place, { throwIfNoEntry: false });
  if (found === undefined) throw new UnreadableResultError(place, "there is no such file or folder");
  const inside = RESULT_FILES.map((name) => join(place, name)).find((file) => existsSync(file));
  if (found.isDirectory() && inside === undefined) {
    throw new UnreadableResultError(place, `it contains neither ${RESULT_FILES.join(" nor ")}`);
  }
  return readResultFile(inside ?? place, inside === undefined);
}

/**
 * Reads the file of a result. Every reader of results goes through here: members of later versions are ignored, and a
 * result that contradicts itself is refused.
 * @param isNamed whether the user named the file, so that it may be a link. A folder is not trusted
 * @throws {UnreadableResultError} when it is not a result
 */
export function readResultFile(file: string, isNamed: boolean): RunResult {
  const terms = {
    schema: runResultSchema,
    what: "a result of a run",
    maxMib: MAX_MIB,
    maxLevels: MAX_LEVELS,
    isNamed,
  };
  const result = readJsonFile(file, terms);
  const contradiction = contradictionIn(result);
  if (contradiction === undefined) return result;
  throw new UnreadableResultError(shownFile(file), `it contradicts itself: ${contradiction}`);
}
