import { existsSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";

/**
 * Writes a file of the user, completely or not at all. Keeps its mode, and a link that leads to it.
 * @throws an error of the file system
 */
export function replaceFile(file: string, content: string): void {
  const existing = existsSync(file) ? realpathSync(file) : undefined;
  const place = existing ?? file;
  const draft = `${place}.${process.pid}.part`;
  try {
    writeFileSync(draft, content, {
      flag: "wx",
      ...(existing !== undefined && { mode: statSync(existing).mode }),
    });
    renameSync(draft, place);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
}
