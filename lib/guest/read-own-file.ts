import { closeSync, constants, fstatSync, openSync, readFileSync } from "node:fs";

/** Neither follows a link nor waits for somebody at the other end of a pipe. Windows knows neither flag. */
const FLAGS = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/**
 * The text of a file in the state folder, which somebody else may have put there.
 * @throws when it is a link, no ordinary file, longer than `maxBytes`, or cannot be read
 */
export function readOwnFile(file: string, maxBytes: number): string {
  const descriptor = openSync(file, FLAGS);
  try {
    const { size } = fstatSync(descriptor);
    if (!fstatSync(descriptor).isFile()) throw new Error(`Cannot read ${file}: it is no ordinary file`);
    if (size > maxBytes) throw new Error(`Cannot read ${file}: it is longer than ${maxBytes} bytes`);
    return readFileSync(descriptor, "utf8");
  } finally {
    closeSync(descriptor);
  }
}
