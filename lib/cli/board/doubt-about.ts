import type { BoardRun } from "../../reporters/board/board-run.ts";
import { verdictAt } from "../../reporters/board/verdict-register.ts";

/** Long before the first version of the suite. */
const EARLIEST = "2000-01-01";
/** Clocks of machines differ by less. */
const MAX_AHEAD_MS = 86_400_000;
const GOOD = new Set(["conformant", "conformant-partial"]);

/**
 * Explains in a sentence why a run cannot stand on the board. Its file may be damaged or changed. Undefined: it can.
 */
export function doubtAbout({ startedAt, verdict, checks, scope }: BoardRun, now: Date): string | undefined {
  if (Date.parse(startedAt) > now.getTime() + MAX_AHEAD_MS) {
    return `its run starts in the future (${startedAt}). Check the clock of the machine that ran it`;
  }
  if (startedAt < EARLIEST) {
    return `its run starts before the year 2000 (${startedAt}). Check the clock of the machine that ran it`;
  }
  if (!GOOD.has(verdict)) return undefined;
  const verdicts = new Set([...checks.keys()].map((index) => verdictAt(checks, index)));
  if (verdicts.has("failed") || verdicts.has("errored")) {
    return `its verdict is ${verdict}, but it has failed checks`;
  }
  if (!verdicts.has("passed") && !verdicts.has("warned") && !verdicts.has("waived")) {
    return `its verdict is ${verdict}, but it has no checks that passed`;
  }
  if (verdict === "conformant" && scope !== undefined) {
    return `its verdict is conformant, but the run was restricted (${scope})`;
  }
  return undefined;
}
