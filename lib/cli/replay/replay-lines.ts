import type { Capsule } from "../../reporters/capsule.ts";
import { findingLines } from "../../reporters/terminal/finding-lines.ts";
import type { Paint } from "../../reporters/terminal/palette.ts";
import { terminalText } from "../../text/terminal-text.ts";
import type { Judgement } from "../../engine/result.ts";

/** The result of a replay, and its exit code. */
export interface ReplayOutcome {
  readonly exitCode: 0 | 1 | 3 | 5;
  readonly sentence: string;
}

export function replayOutcome({ result }: Judgement): ReplayOutcome {
  if (!("verdict" in result))
    return { exitCode: 3, sentence: "Could not be checked: the profile no longer pins it" };
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
      return { exitCode: 3, sentence: `Could not be checked: ${reason}` };
  }
}

/**
 * Prints the failure as it is now, or as it was if it is gone.
 * @param wholeRun the command that repeats the whole run
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
      ? [
          "The fault may be corrected, or it may need earlier requests. To repeat the whole run:",
          `  ${wholeRun}`,
        ]
      : [];
  const style = exitCode === 0 ? "green" : exitCode === 1 ? "red" : "yellow";
  return [...finding, `${paint(["bold", style], sentence)} (exit ${exitCode})`, ...hint];
}
