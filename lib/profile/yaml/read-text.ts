import { readFile, stat } from "node:fs/promises";
import { ProfileError } from "../fields/profile-error.ts";
import { shownFile } from "../../files/shown-file.ts";

const MAX_BYTES = 4 * 1024 * 1024;

/**
 * Reads the text of a profile or a waiver file.
 * @param file absolute
 * @throws {ProfileError} if it is unreadable, or larger than 4 MiB
 */
export async function readText(file: string): Promise<string> {
  let text: string | undefined;
  let state = `it is larger than ${MAX_BYTES} bytes`;
  try {
    if ((await stat(file)).size <= MAX_BYTES) text = await readFile(file, "utf8");
  } catch (error) {
    state = String(error);
  }
  if (text !== undefined) return text;
  const message = `Cannot read the file: ${state}`;
  throw new ProfileError([{ file: shownFile(file), line: 1, column: 1, field: "", message }]);
}
