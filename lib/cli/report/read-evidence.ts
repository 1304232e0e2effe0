import { lstatSync } from "node:fs";
import { join } from "node:path";
import type { RequirementId } from "../../engine/requirement/requirement.ts";
import { readRegularFile } from "../../files/read-regular-file.ts";
import { shownFile } from "../../files/shown-file.ts";
import { evidenceName } from "../../reporters/stored/result-files.ts";
import { type CheckEvidence, evidenceSchema } from "../../reporters/stored/evidence-schema.ts";
import { readJsonAs } from "../read-json-as.ts";
import { UsageError } from "../usage-error.ts";

const MAX_FILE_MIB = 64;
/** A run at depth deep keeps far less. */
const MAX_MIB_OF_ALL = 128;
const MAX_CHARS_OF_ALL = MAX_MIB_OF_ALL * 1024 * 1024;

/**
 * Reads the evidence of these checks, of those that have exchanges. It follows no link.
 * @param folder of the results
 * @throws {UsageError} for a file that is not evidence, with the first invalid field
 */
export function readEvidence(folder: string, ids: readonly RequirementId[]): readonly CheckEvidence[] {
  if (!isFolder(join(folder, "evidence"))) return [];
  let chars = 0;
  return ids.flatMap((id) => {
    const file = join(folder, evidenceName(id));
    const text = textOf(file);
    if (text === undefined) return [];
    chars += text.length;
    if (chars > MAX_CHARS_OF_ALL)
      throw refusal(join(folder, "evidence"), `it is larger than ${MAX_MIB_OF_ALL} MiB`);
    const evidence = evidenceIn(file, text, id);
    return evidence.exchanges.length === 0 ? [] : [evidence];
  });
}

function evidenceIn(file: string, text: string, id: RequirementId): CheckEvidence {
  const reading = readJsonAs(text, evidenceSchema, "evidence of a check");
  if ("problem" in reading) throw refusal(file, reading.problem);
  const { data } = reading;
  if (data.requirement !== id)
    throw refusal(file, `requirement  expected ${id} (got ${JSON.stringify(data.requirement)})`);
  return data;
}

/** Whether there is a folder of evidence. A run without a request has none. */
function isFolder(folder: string): boolean {
  const found = lstatSync(folder, { throwIfNoEntry: false });
  if (found !== undefined && !found.isDirectory()) throw refusal(folder, "it is not a folder");
  return found !== undefined;
}

/** Undefined: the check sent no request. */
function textOf(file: string): string | undefined {
  try {
    return readRegularFile(file, MAX_FILE_MIB);
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw refusal(file, error instanceof Error ? error.message : String(error));
  }
}

function refusal(file: string, why: string): UsageError {
  return new UsageError(`Cannot read ${shownFile(file)}: ${why}`);
}
