import { renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import * as z from "zod";
import { readIfThere } from "../files/read-regular-file.ts";
import { RefusedError } from "./refused-error.ts";
import { makeFolder } from "../files/make-folder.ts";

/** Larger than the longest answer with every character escaped. */
const MAX_MIB = 16;

const entrySchema = z.strictObject({
  schemaVersion: z.literal(1),
  baseUrl: z.string(),
  merchant: z.string().regex(/^[\w-]{1,40}$/),
  /** Ids of the run that writes, and of earlier runs without restoration. A URL with such an id is of these runs. */
  runIds: z.array(z.string().regex(/^cc-[a-z0-9]{10}$/)).min(1),
  startedAt: z.iso.datetime(),
  /** null: none. */
  configuration: z
    .strictObject({
      callbackUrl: z.string().exactOptional(),
      status: z.literal([0, 1]).exactOptional(),
      eventTypes: z.string().exactOptional(),
    })
    .nullable(),
});

/** The configuration of a merchant before a run, saved on disk until it is restored. Contains no credential. */
export type JournalEntry = z.output<typeof entrySchema>;

/** Writes an entry that only its owner can read. After a crash the file is complete, or missing. */
export function writeJournal(file: string, entry: JournalEntry): void {
  makeFolder(dirname(file));
  const draft = `${file}.${process.pid}.draft`;
  rmSync(draft, { force: true });
  writeFileSync(draft, `${JSON.stringify(entry, null, 2)}\n`, { mode: 0o600, flush: true, flag: "wx" });
  renameSync(draft, file);
}

/**
 * Reads the entry of an earlier run. Undefined: none.
 * @throws {RefusedError} if the file is unreadable: its content must not be overwritten
 */
export function readJournal(file: string): JournalEntry | undefined {
  try {
    const text = readIfThere(file, MAX_MIB);
    return text === undefined ? undefined : entrySchema.parse(JSON.parse(text));
  } catch {
    throw new RefusedError(
      `Cannot read the journal ${file}, which a killed run has left: it is damaged, or not a journal of this suite. ` +
        "Look into it, correct the merchant's configuration, and delete the file.",
    );
  }
}

export function removeJournal(file: string): void {
  rmSync(file, { force: true });
}
