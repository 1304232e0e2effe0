import { lstatSync } from "node:fs";
import { MAX_TOOL_WRITES_MIB, type OpenWrite, openWrites } from "../session/tool-log.ts";
import { readIfThere } from "../files/read-regular-file.ts";
import { RefusedError } from "./refused-error.ts";

/** The ending of the file names. */
export const TOOL_WRITES = ".tools.jsonl";

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
    const text = readIfThere(file, MAX_TOOL_WRITES_MIB);
    return text === undefined ? undefined : openWrites(text);
  } catch {
    throw new RefusedError(
      `Cannot read ${file}, where a run has noted what it wrote by tools of the MCP service: it is damaged, or not a file of this suite. ` +
        "Look into it, correct what the tools have written, and delete the file.",
    );
  }
}
