import { existsSync, mkdirSync } from "node:fs";
import { dirname, resolve } from "node:path";

const FOR_THE_OWNER = 0o700;

/**
 * Makes a folder and those around it, for their owner alone. One that exists stays as it is. Node's own way, `recursive`,
 * never ends if a parent exists and takes no folder, as below a mount that is gone.
 * @throws {Error} with the code of the system
 */
export function makeFolder(folder: string): void {
  const path = resolve(folder);
  if (existsSync(path)) return;
  makeFolder(dirname(path));
  try {
    mkdirSync(path, { mode: FOR_THE_OWNER });
  } catch (error) {
    if (!existsSync(path)) throw error;
  }
}
