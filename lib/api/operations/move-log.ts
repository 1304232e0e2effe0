import * as z from "zod";
import { addNote, notesIn } from "../../files/notes.ts";
import { readIfThere } from "../../files/read-regular-file.ts";

const MAX_MIB = 16;

const entrySchema = z.object({
  /** ISO 8601, UTC. */
  at: z.string(),
  runId: z.string(),
  merchant: z.string(),
  operation: z.string(),
  /** The id of the profile's list that is used up by it. */
  id: z.string().exactOptional(),
  state: z.literal("about to be sent"),
});

/** One line about a call that may have an effect for good. */
export type MoveEntry = z.output<typeof entrySchema>;

/** All such calls that were ever sent. Each is written before it is sent, so that no record is used up twice. */
export interface MoveLog {
  /** The ids that an operation has used up. */
  readonly used: (operation: string) => ReadonlySet<string>;
  /**
   * Notes a call before it is sent.
   * @returns whether its id is free: another run at the same address may have noted it a moment earlier
   * @throws an error of the file system: then nothing is to be sent
   */
  readonly note: (entry: MoveEntry) => boolean;
}

/**
 * @param file JSON lines, kept from run to run; null: kept by this process alone, of a target that lives no longer
 * @throws {Error} when the file cannot be read, or has a line that no run writes: it may hide an id that was used up
 */
export function moveLog(file: string | null): MoveLog {
  let entries: readonly MoveEntry[] = file === null ? [] : entriesOf(file);
  return {
    used: (operation) =>
      new Set(entries.flatMap((entry) => (entry.operation === operation ? (entry.id ?? []) : []))),
    note(entry) {
      if (file !== null) addNote(file, entry);
      entries = file === null ? [...entries, entry] : entriesOf(file);
      const first = entries.find(({ operation, id }) => operation === entry.operation && id === entry.id);
      return entry.id === undefined || first?.runId === entry.runId;
    },
  };
}

function entriesOf(file: string): readonly MoveEntry[] {
  return notesIn(readIfThere(file, MAX_MIB) ?? "", entrySchema);
}
