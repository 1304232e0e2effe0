import type { Cause } from "../../api/diagnosis/diagnosis.ts";
import { terminalText } from "../../text/terminal-text.ts";
import type { Paint } from "../../reporters/terminal/palette.ts";

/** One line of an examination. It is `wrong` only if it would stop a run. */
export interface DoctorNote {
  readonly state: "well" | "wrong" | "noted";
  readonly subject: string;
  /** The stable cause of the fault. */
  readonly code?: Cause;
  /** May be of unknown origin. */
  readonly text: string;
}

const MARKS = { well: "✓", wrong: "✗", noted: "·" } as const;
const STYLES = { well: "green", wrong: "red", noted: "dim" } as const;
const SUBJECT_CHARS = 12;

export function doctorNote(state: DoctorNote["state"], subject: string, text: string): DoctorNote {
  return { state, subject, text };
}

export function findingLine({ state, subject, text }: DoctorNote, paint: Paint): string {
  const line = terminalText(`${subject.padEnd(SUBJECT_CHARS)} ${text}`);
  return `${paint(STYLES[state], MARKS[state])} ${line}`;
}
