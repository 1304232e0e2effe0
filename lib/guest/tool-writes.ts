import { lstatSync } from "node:fs";
import { type OpenWrite, openWrites } from "../session/tool-log.ts";
import { readRegularFile } from "../files/read-regular-file.ts";
import { RefusedError } from "./refused-error.ts";

/** The ending of the file names. */
export const TOOL_WRITES = ".tools.jsonl";
const MAX_MIB = 4;

/** Tool writes to undo. Undefined: no tool was going to write. */
export type ToolWrites = readonly OpenWrite[] | undefined;

/** Whether a file exists, readable or not. */
export function isToolWritesFile(file: string | null): boolean {
  return file !== null && lstatSync(file, { throwIfNoEntry: false }) !== undefined;
}

/** @throws {RefusedError} if the file is unreadable */
export function toolWritesIn(file: string | null): ToolWrites {
  if (file === null) return undefined;
  try {
    return openWrites(readRegularFile(file, MAX_MIB));
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw new RefusedError(
      `Cannot read ${file}, where a run has noted what it wrote by tools of the MCP service: it is damaged, or not a file of this suite. ` +
        "Look into it, correct what the tools have written, and delete the file.",
    );
  }
}
