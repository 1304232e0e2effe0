import type { Capsule } from "../../reporters/capsule.ts";
import { findingLines } from "../../reporters/terminal/finding-lines.ts";
import type { Paint } from "../../reporters/terminal/palette.ts";
import { terminalText } from "../../text/terminal-text.ts";
import type { Judgement } from "../../engine/result.ts";

/** What a replay came to, and the exit code that says so. */
export interface ReplayOutcome {
  readonly exitCode: 0 | 1 | 3 | 5;
  readonly sentence: string;
}

export function replayOutcome({ result }: Judgement): ReplayOutcome {
  if (!("verdict" in result))
    return { exitCode: 3, sentence: "Could not be judged: the profile no longer pins it" };
  const reason = terminalText(result.reason ?? result.verdict);
  switch (result.verdict) {
    case "failed":
    case "warned":
    case "waived":
      return { exitCode: 1, sentence: "Reproduced" };
    case "passed":
      return { exitCode: 0, sentence: "Not reproduced" };
    case "errored":
      return { exitCode: 5, sentence: `A defect of the suite: ${reason}` };
    default:
      return { exitCode: 3, sentence: `Could not be judged: ${reason}` };
  }
}

/**
 * The failure as it shows now, and what that means; of a failure that is gone, what it was.
 * @param wholeRun the command that does all of what the run did
 */
export function replayLines(
  capsule: Capsule,
  judgement: Judgement,
  { paint, wholeRun }: { readonly paint: Paint; readonly wholeRun: string },
): string[] {
  const { exitCode, sentence } = replayOutcome(judgement);
  const { result, exchanges } = judgement;
  const finding =
    "verdict" in result && exitCode === 1
      ? findingLines(result, exchanges, { paint, evidenceFile: undefined, followers: undefined })
      : [
          `  then expected  ${terminalText(capsule.expected)}`,
          `  then got       ${terminalText(capsule.actual)}`,
          "",
        ];
  const hint =
    exitCode === 0
      ? ["It may be corrected, or need what came before it: the whole run again is", `  ${wholeRun}`]
      : [];
  const style = exitCode === 0 ? "green" : exitCode === 1 ? "red" : "yellow";
  return [...finding, `${paint(["bold", style], sentence)} (exit ${exitCode})`, ...hint];
}
