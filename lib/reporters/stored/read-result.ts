import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import type { z } from "zod";
import { readNamedFile, readRegularFile } from "../../files/read-regular-file.ts";
import { shownFile } from "../../files/shown-file.ts";
import { exceedsDepth } from "../../text/exceeds-depth.ts";
import { runResultSchema } from "./run-result-schema.ts";
import type { RunResult } from "./run-result.ts";
import { contradictionIn } from "./contradiction.ts";
import { UnreadableResultError } from "./unreadable-result-error.ts";

/** A result of all areas has about one. */
const MAX_MIB = 16;
/** Observed values are nested a few levels deep. */
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
  const refuse = (why: string) => new UnreadableResultError(shownFile(file), why);
  const text = textOf(file, isNamed);
  if (exceedsDepth(text, MAX_LEVELS)) throw refuse("it is nested too deeply");
  const parsed = parsedJson(text);
  if (parsed === undefined) throw refuse("it is not valid JSON");
  const { data, error } = runResultSchema.safeParse(parsed);
  if (data === undefined) throw refuse(`it is not a result of a run${fieldOf(error)}`);
  const contradiction = contradictionIn(data);
  if (contradiction !== undefined) throw refuse(`it contradicts itself: ${contradiction}`);
  return data;
}

function textOf(file: string, isNamed: boolean): string {
  try {
    return (isNamed ? readNamedFile : readRegularFile)(file, MAX_MIB);
  } catch (error) {
    throw new UnreadableResultError(shownFile(file), error instanceof Error ? error.message : String(error));
  }
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The first field without a valid value. */
function fieldOf({ issues: [issue] }: z.ZodError): string {
  return issue === undefined || issue.path.length === 0 ? "" : ` (its field ${issue.path.join(".")})`;
}
