import type { Cause } from "../../api/diagnosis/cause.ts";
import { terminalText } from "../../text/terminal-text.ts";
import type { Paint } from "../../reporters/terminal/palette.ts";

/** One line of an examination. Only what would stop a run is wrong. */
export interface DoctorNote {
  readonly state: "well" | "wrong" | "noted";
  readonly subject: string;
  /** The cause of what is wrong; stable. */
  readonly code?: Cause;
  /** It may be of unknown origin. */
  readonly text: string;
}

const MARKS = { well: "✓", wrong: "✗", noted: "·" } as const;
const STYLES = { well: "green", wrong: "red", noted: "dim" } as const;
const SUBJECT_CHARS = 12;

export function findingLine({ state, subject, text }: DoctorNote, paint: Paint): string {
  const head = terminalText(subject).padEnd(SUBJECT_CHARS);
  return `${paint(STYLES[state], MARKS[state])} ${head} ${terminalText(text)}`;
}
