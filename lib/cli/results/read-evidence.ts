import { lstatSync, type Stats } from "node:fs";
import { join } from "node:path";
import type { RequirementId } from "../../engine/requirement/requirement.ts";
import { shownFile } from "../../files/shown-file.ts";
import { evidenceName } from "../../reporters/stored/result-files.ts";
import { type CheckEvidence, evidenceSchema } from "../../reporters/stored/evidence-schema.ts";
import { readJsonFile, UnreadableResultError } from "./read-json-file.ts";

const EVIDENCE = {
  schema: evidenceSchema,
  what: "evidence of a check",
  maxMib: 64,
  isNamed: false,
} as const;
/** A run at depth deep keeps far less. */
const MAX_MIB_OF_ALL = 128;

/**
 * Reads the evidence of these checks, of those that have exchanges. It follows no link.
 * @param folder of the results
 * @throws {UnreadableResultError} for a file that is not evidence, with the first invalid field
 */
export function readEvidence(folder: string, ids: readonly RequirementId[]): readonly CheckEvidence[] {
  const place = join(folder, "evidence");
  if (statOf(place)?.isDirectory() === false) throw refuse(place, "it is not a folder");
  const files = ids.map((id) => ({ id, file: join(folder, evidenceName(id)) }));
  const found = files.flatMap((one) => {
    const stat = statOf(one.file);
    return stat === undefined ? [] : [{ ...one, bytes: stat.size }];
  });
  if (found.reduce((sum, { bytes }) => sum + bytes, 0) > MAX_MIB_OF_ALL * 1024 * 1024)
    throw refuse(place, `it is larger than ${MAX_MIB_OF_ALL} MiB`);
  const evidence = found.map(({ id, file }) => {
    const one = readJsonFile(file, EVIDENCE);
    if (one.requirement === id) return one;
    throw refuse(file, `requirement  expected ${id} (got ${JSON.stringify(one.requirement)})`);
  });
  return evidence.filter(({ exchanges }) => exchanges.length > 0);
}

function statOf(file: string): Stats | undefined {
  try {
    return lstatSync(file, { throwIfNoEntry: false });
  } catch (error) {
    throw refuse(file, error instanceof Error ? error.message : String(error));
  }
}

function refuse(file: string, why: string): UnreadableResultError {
  return new UnreadableResultError(shownFile(file), why);
}
