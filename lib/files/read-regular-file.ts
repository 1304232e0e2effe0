import { closeSync, constants, fstatSync, openSync, readSync } from "node:fs";

const MIB = 1024 * 1024;
/** Does not wait for a pipe. */
const NAMED = constants.O_RDONLY | constants.O_NONBLOCK;
/** Does not follow a link. */
const FOUND = NAMED | constants.O_NOFOLLOW;

/** A file of an unexpected kind: a link, a pipe, a folder, or too large. */
export class IrregularFileError extends Error {
  override readonly name = "IrregularFileError";
}

/**
 * Reads a file inside a folder that is not trusted.
 * @throws {IrregularFileError} if it is not a regular file, or larger than `maxMib`
 * @throws an error of the file system, such as ENOENT
 */
export function readRegularFile(file: string, maxMib: number): string {
  return boundedText(file, FOUND, maxMib);
}

/** Reads such a file. Undefined: it does not exist. */
export function readIfThere(file: string, maxMib: number): string | undefined {
  try {
    return readRegularFile(file, maxMib);
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw error;
  }
}

/** Reads a file that the user names. It may be a link. */
export function readNamedFile(file: string, maxMib: number): string {
  return boundedText(file, NAMED, maxMib);
}

/** The first bytes of such a file, as text. Empty: it does not exist, or is not a regular file. */
export function readBeginning(file: string, maxBytes: number): string {
  try {
    return opened(file, FOUND, (descriptor, size) => textOf(descriptor, Math.min(size, maxBytes)));
  } catch {
    return "";
  }
}

function boundedText(file: string, flags: number, maxMib: number): string {
  return opened(file, flags, (descriptor, size) => {
    if (size > maxMib * MIB) throw new IrregularFileError(`it is larger than ${maxMib} MiB`);
    return textOf(descriptor, size);
  });
}

function opened<T>(file: string, flags: number, read: (descriptor: number, size: number) => T): T {
  const descriptor = openedPlainly(file, flags);
  try {
    const stat = fstatSync(descriptor);
    if (!stat.isFile()) throw new IrregularFileError("it is not a regular file");
    return read(descriptor, stat.size);
  } finally {
    closeSync(descriptor);
  }
}

function openedPlainly(file: string, flags: number): number {
  try {
    return openSync(file, flags);
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ELOOP") {
      throw new IrregularFileError("it is a link", { cause: error });
    }
    throw error;
  }
}

function textOf(descriptor: number, bytes: number): string {
  const buffer = Buffer.alloc(bytes);
  let length = 0;
  for (let read = -1; read !== 0 && length < bytes; length += read) {
    read = readSync(descriptor, buffer, length, bytes - length, null);
  }
  return buffer.toString("utf8", 0, length);
}
