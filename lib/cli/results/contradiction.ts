import { RUN_VERDICTS, runVerdict, type RunVerdict } from "../../engine/settle/run-verdict.ts";
import { waiverProblem } from "../../reporters/stored/waiver-problem.ts";
import type { Verdict } from "../../engine/record/verdict.ts";
import { countVerdicts } from "../../reporters/stored/count-verdicts.ts";
import { restrictionText } from "../../reporters/stored/restriction-text.ts";
import { VERDICTS } from "../../reporters/stored/result-fields.ts";
import type { RunResult, RunSelection } from "../../reporters/stored/run-result.ts";

/** The members of a result that must agree. */
interface Judged extends Pick<RunResult, "verdict" | "exitCode" | "waivers"> {
  readonly counts: Readonly<Record<string, number>>;
  readonly checks: readonly {
    readonly requirement: string;
    readonly verdict: Verdict;
    readonly follows?: readonly string[] | undefined;
  }[];
  readonly observations: readonly { readonly value?: unknown }[];
  readonly selection?: RunSelection | undefined;
}

/** Verdicts of runs that ended before their plan did, or that had a fault of the suite. Checks do not decide them. */
const DECIDED_OTHERWISE: readonly RunVerdict[] = ["unreachable", "interrupted", "defect"];

/**
 * Says how counts, verdict, exit code and checks of a result contradict each other, without a full stop: its file is damaged
 * or was changed. Undefined: they do not.
 */
export function contradictionIn(result: Judged): string | undefined {
  return miscount(result) ?? unacceptedFailure(result) ?? wrongVerdict(result);
}

function miscount({ counts, checks, observations }: Judged): string | undefined {
  const counted = countVerdicts(checks, observations);
  const wrong = VERDICTS.find((verdict) => counts[verdict] !== counted[verdict]);
  return wrong && `it counts ${counts[wrong]} ${wrong}, but lists ${counted[wrong]}`;
}

/** A root failure is waived only by a waiver of the run. */
function unacceptedFailure({ checks, waivers }: Judged): string | undefined {
  const accepted = new Set(
    waivers.flatMap(({ requirement, state }) => (state === "applied" ? requirement : [])),
  );
  const found = checks.find(
    ({ requirement, verdict, follows }) =>
      verdict === "waived" && follows === undefined && !accepted.has(requirement),
  );
  return found && `${found.requirement} is waived, but no waiver of the run accepts it`;
}

function wrongVerdict({ verdict, exitCode, checks, waivers, selection }: Judged): string | undefined {
  if (exitCode !== RUN_VERDICTS[verdict])
    return `its verdict is ${verdict}, but its exit code is ${exitCode}`;
  if (DECIDED_OTHERWISE.includes(verdict)) return undefined;
  const ending = {
    brokenWaiver: waivers.some((waiver) => waiverProblem(waiver) !== undefined),
    restricted: restrictionText(selection) !== undefined,
  };
  const due = runVerdict(checks, ending);
  const isDue = verdict === due || verdict === runVerdict(checks, { ...ending, requireFull: true });
  return isDue ? undefined : `its verdict is ${verdict}, but its checks make it ${due}`;
}
