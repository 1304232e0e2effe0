import { join } from "node:path";
import type { SeenWords } from "../../api/operations/vocabulary.ts";
import type { HistoryLine } from "../../reporters/history/history-line.ts";
import { HISTORY_FILE, HistoryError, linesOfTarget, readHistory } from "../../reporters/history/history.ts";
import type { RunHeader } from "../../reporters/stored/run-result.ts";

/**
 * Values in transaction records of earlier runs of a target, from the history beside the results. Undefined:
 * no values.
 */
export function earlierWords(results: string, header: RunHeader): SeenWords | undefined {
  const words = earlierLines(results, header).flatMap((line) => line.words ?? []);
  if (words.length === 0) return undefined;
  return {
    types: [...new Set(words.flatMap(({ types }) => types))],
    statuses: [...new Set(words.flatMap(({ statuses }) => statuses))],
  };
}

/** The end of the run reports an unreadable history. */
function earlierLines(results: string, header: RunHeader): HistoryLine[] {
  try {
    return linesOfTarget(readHistory(join(results, HISTORY_FILE)), header);
  } catch (error) {
    if (error instanceof HistoryError || (error instanceof Error && "syscall" in error)) return [];
    throw error;
  }
}
