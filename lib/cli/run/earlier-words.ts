import { join } from "node:path";
import type { SeenWords } from "../../api/operations/vocabulary.ts";
import { HistoryError } from "../../reporters/history/history-error.ts";
import { HISTORY_FILE, readHistory } from "../../reporters/history/history.ts";
import { runsOfTarget } from "../../reporters/history/runs-of-target.ts";
import type { RunHeader } from "../../reporters/run-result.ts";

/**
 * Values in transaction records of earlier runs of a target, from the history beside the results. Undefined:
 * no values.
 */
export function earlierWords(results: string, header: RunHeader): SeenWords | undefined {
  const words = pastRuns(results, header).flatMap((run) => run.words ?? []);
  if (words.length === 0) return undefined;
  return {
    types: [...new Set(words.flatMap(({ types }) => types))],
    statuses: [...new Set(words.flatMap(({ statuses }) => statuses))],
  };
}

/** The end of the run reports an unreadable history. */
function pastRuns(results: string, header: RunHeader): ReturnType<typeof runsOfTarget> {
  try {
    return runsOfTarget(readHistory(join(results, HISTORY_FILE)), header);
  } catch (error) {
    if (error instanceof HistoryError || (error instanceof Error && "syscall" in error)) return [];
    throw error;
  }
}
