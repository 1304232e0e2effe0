import { readNamedFile } from "../../files/read-regular-file.ts";
import { shownFile } from "../../files/shown-file.ts";
import { type Capsule, capsuleSchema } from "../../reporters/capsule.ts";
import { readJsonAs } from "../read-json-as.ts";
import { UsageError } from "../usage-error.ts";

/** The evidence of a check is far smaller. */
const MAX_MIB = 64;

/** @throws {UsageError} if the file is not a capsule of this version, with the first invalid field */
export function loadCapsule(file: string): Capsule {
  const reading = readJsonAs(textOf(file), capsuleSchema, "a capsule");
  if ("data" in reading) return reading.data;
  throw new UsageError(`Cannot replay ${shownFile(file)}: ${reading.problem}`);
}

function textOf(file: string): string {
  try {
    return readNamedFile(file, MAX_MIB);
  } catch (error) {
    const isAbsent = error instanceof Error && "code" in error && error.code === "ENOENT";
    const why = isAbsent ? "there is no such file" : error instanceof Error ? error.message : String(error);
    throw new UsageError(`Cannot replay ${shownFile(file)}: ${why}`);
  }
}
