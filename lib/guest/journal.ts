import { mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import * as z from "zod";
import { readRegularFile } from "../files/read-regular-file.ts";
import { RefusedError } from "./refused-error.ts";

/** More than the longest answer can fill, every character of it escaped. */
const MAX_MIB = 16;

const entrySchema = z.strictObject({
  schemaVersion: z.literal(1),
  baseUrl: z.string(),
  merchant: z.string().regex(/^[\w-]{1,40}$/),
  /** Of the run that writes, and of earlier ones that were not put back. A URL that holds one of them is ours. */
  runIds: z.array(z.string().regex(/^cc-[a-z0-9]{10}$/)).min(1),
  startedAt: z.iso.datetime(),
  /** Null: there was none. */
  configuration: z
    .strictObject({
      callbackUrl: z.string().exactOptional(),
      status: z.literal([0, 1]).exactOptional(),
      eventTypes: z.string().exactOptional(),
    })
    .nullable(),
});

/** What a merchant had before a run, as it is kept on disk until it is put back. Holds no credential. */
export type JournalEntry = z.output<typeof entrySchema>;

/** Writes an entry, for its owner's eyes only: after a crash the file is there as a whole, or not at all. */
export function writeJournal(file: string, entry: JournalEntry): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const draft = `${file}.${process.pid}.draft`;
  rmSync(draft, { force: true });
  writeFileSync(draft, `${JSON.stringify(entry, null, 2)}\n`, { mode: 0o600, flush: true, flag: "wx" });
  renameSync(draft, file);
}

/**
 * What an earlier run left; undefined when it left nothing.
 * @throws {RefusedError} when the file cannot be read: what it knew must not be overwritten.
 */
export function readJournal(file: string): JournalEntry | undefined {
  try {
    return entrySchema.parse(JSON.parse(readRegularFile(file, MAX_MIB)));
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw new RefusedError(
      `Cannot read the journal ${file}, which a killed run has left: it is damaged, or not a journal of this suite. ` +
        "Look into it, correct the merchant's configuration, and delete the file.",
    );
  }
}

export function removeJournal(file: string): void {
  rmSync(file, { force: true });
}
