import { arriveAtTarget } from "../../guest/visit.ts";
import { whyUnjudged } from "../../engine/why-unjudged.ts";
import { resultWithoutVerdict } from "../../engine/unjudged.ts";
import type { Environment } from "../../profile/interpolate.ts";
import type { Capsule } from "../../reporters/capsule.ts";
import { paintFor } from "../../reporters/terminal/palette.ts";
import { terminalText } from "../../text/terminal-text.ts";
import type { Judgement } from "../../engine/result.ts";
import { endingOf } from "../run/ending-of.ts";
import { Interruption } from "../run/interruption.ts";
import { prepareRun, type PreparedRun } from "../run/prepare-run.ts";
import { unvisitedReason } from "../run/unvisited-reason.ts";
import { curlLines } from "./curl-lines.ts";
import { judgeAgain } from "./judge-again.ts";
import { requirementOf, shownAgain } from "./situations.ts";
import { loadCapsule } from "./load-capsule.ts";
import { replayLines, replayOutcome } from "./replay-lines.ts";
import { type ReplayRequest, replayTarget } from "./replay-target.ts";
import { wholeRun } from "./whole-run.ts";

/**
 * Shows a failure again, or its requests as curl lines.
 * @returns the exit code
 * @throws {UsageError}, {ProfileError}, {OptionsError} or {RefusedError} with the correction
 */
export async function replayCapsule(request: ReplayRequest, env: Environment): Promise<number> {
  const capsule = loadCapsule(request.file);
  const { flags, profile } = await replayTarget(capsule, request, env);
  if (request.curl === true) {
    print(await curlLines(capsule, profile));
    return 0;
  }
  const prepared = await prepareRun([capsule.requirement], flags, env);
  try {
    return await replayAt(prepared, capsule, { env, wholeRun: wholeRun(capsule, request, prepared) });
  } finally {
    await prepared.close();
  }
}

async function replayAt(
  prepared: PreparedRun,
  capsule: Capsule,
  { env, wholeRun: command }: { readonly env: Environment; readonly wholeRun: string },
): Promise<number> {
  const { target, seed, depth } = prepared.header;
  const facts = [target.name, target.baseUrl, target.authMode, `depth ${depth}`, `seed ${seed}`];
  print([
    `Replaying ${capsule.requirement} of ${terminalText(capsule.recordedAt)} · ${facts.map((fact) => terminalText(fact)).join(" · ")}`,
    "",
  ]);
  const judged = (judgement: Judgement) => {
    print(replayLines(capsule, judgement, { paint: paintFor(process.stdout, env), wholeRun: command }));
    return replayOutcome(judgement).exitCode;
  };
  const { profile } = prepared.order.setup;
  const why = whyUnjudged(requirementOf(capsule.during ?? capsule.requirement), profile);
  if (why !== undefined)
    return judged(resultWithoutVerdict(requirementOf(capsule.requirement), why, profile.pins));
  using interruption = new Interruption();
  try {
    const visit = await arriveAtTarget(prepared.order.setup, {
      env,
      announce: (sentence) => print([sentence]),
    });
    try {
      const tally = await judgeAgain(capsule, visit.setup, interruption.signal);
      if (interruption.signal.aborted) return 130;
      const judgement = shownAgain(capsule, tally.judgements);
      const ending = endingOf(tally);
      return judgement === undefined || ending.broken === true ? unshown(ending) : judged(judgement);
    } finally {
      await visit.leave();
    }
  } catch (error) {
    const turned = unvisitedReason(error);
    if (turned === undefined) throw error;
    return unshown(turned);
  }
}

/** Explains why there is no verdict. */
function unshown({ broken, unreachable, reason = "" }: ReturnType<typeof endingOf>): number {
  const [what, exitCode] =
    broken === true
      ? (["A defect of the suite", 5] as const)
      : unreachable === true
        ? (["Unreachable", 4] as const)
        : (["Could not be checked", 3] as const);
  print([`${what} (exit ${exitCode}): ${terminalText(reason)}`]);
  return exitCode;
}

function print(lines: readonly string[]): void {
  process.stdout.write(`${lines.join("\n")}\n`);
}
