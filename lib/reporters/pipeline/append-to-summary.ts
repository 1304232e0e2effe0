import { closeSync, constants, openSync, writeSync } from "node:fs";
import { terminalText } from "../../text/terminal-text.ts";

/** Appends. A pipe without a reader is an error, not a wait. */
const APPEND = constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | constants.O_NONBLOCK;

/** Appends a text to the summary of a pipeline step. Notes if that is impossible: it changes no verdict. */
export function appendToSummary(file: string, text: string, notes: { write(text: string): unknown }): void {
  try {
    append(file, `${text}\n`);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    notes.write(`Cannot append the summary to $GITHUB_STEP_SUMMARY: ${terminalText(why)}\n`);
  }
}

function append(file: string, text: string): void {
  const opened = openSync(file, APPEND, 0o600);
  try {
    writeSync(opened, text);
  } finally {
    closeSync(opened);
  }
}
