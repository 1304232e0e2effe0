import { readFile } from "node:fs/promises";
import { ProfileError, shownFile } from "./profile-error.ts";

/**
 * The text of a file.
 * @param file absolute.
 * @throws {ProfileError} when it cannot be read.
 */
export async function readText(file: string): Promise<string> {
  try {
    return await readFile(file, "utf8");
  } catch (error) {
    const message = `Cannot read the file: ${String(error)}`;
    throw new ProfileError([{ file: shownFile(file), line: 1, column: 1, field: "", message }]);
  }
}
