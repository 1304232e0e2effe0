/** What the service had before a write, and how it shows: enough to put it back after a run that was killed. */
export interface Written {
  readonly tool: string;
  /** The text by which the read tool shows the write. */
  readonly shows: string;
  /** Whether the read tool showed it before the run: then it is to be written again, and not undone. */
  readonly wasShown: boolean;
}

/** Where writes are noted before they are sent, until they are put back. */
export interface WriteNotes {
  /** @throws an error of the file system: then nothing is to be sent */
  note(write: Written): void;
  /** The write has had no effect, or none that is left. */
  settle(shows: string): void;
}

export const NO_NOTES: WriteNotes = { note: () => undefined, settle: () => undefined };
