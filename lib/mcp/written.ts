/** The state before a write, and how the read tool shows it: enough to restore it after a killed run. */
export interface Written {
  readonly tool: string;
  /** The text by which the read tool shows the write. */
  readonly shows: string;
  /** Whether the read tool showed it before the run. Then it is written again, not undone. */
  readonly wasShown: boolean;
}

/** The store of writes from before they are sent until they are undone. */
export interface WriteNotes {
  /** @throws an error of the file system: then nothing may be sent */
  note(write: Written): void;
  /** The write has had no effect, or no effect remains. */
  settle(shows: string): void;
}

export const NO_NOTES: WriteNotes = { note: () => undefined, settle: () => undefined };
