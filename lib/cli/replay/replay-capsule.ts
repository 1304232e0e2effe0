import { arriveAtTarget } from "../../guest/visit.ts";
import { whyUnjudged } from "../../engine/plan/why-unjudged.ts";
import { resultWithoutVerdict } from "../../engine/plan/unjudged.ts";
import type { Environment } from "../../profile/yaml/interpolate.ts";
import { type Capsule, capsuleSchema } from "../../reporters/run/capsule.ts";
import { paintFor, type Paint } from "../../reporters/terminal/palette.ts";
import { terminalText } from "../../text/terminal-text.ts";
import type { Judgement } from "../../engine/record/result.ts";
import { endingOf } from "../run/ending-of.ts";
import { Interruption, UnhandledErrors } from "../run/interruption.ts";
import { withoutFailedIn } from "../run/failed-selection.ts";
import { prepareRun, type PreparedRun } from "../run/prepare-run.ts";
import { unvisitedReason } from "../run/unvisited-reason.ts";
import { curlLines } from "./curl-lines.ts";
import { type ReplayRequest, replayTarget } from "./replay-target.ts";
import { catalogue } from "../catalogue.ts";
import { openSession, type SessionSetup } from "../../session/session.ts";
import { redactorOf } from "../../session/redactor-of.ts";
import { run } from "../../engine/run/run.ts";
import { Steps } from "../../engine/run/steps.ts";
import { Tally } from "../../engine/run/tally.ts";
import { readJsonFile } from "../results/read-json-file.ts";
import { findingLines } from "../../reporters/terminal/finding-lines.ts";
import { ownCommand } from "../../package/command-line-text.ts";
import { requestedProfile } from "../../profile/options/resolve-options.ts";
import { shellWord } from "../../text/shell-word.ts";
import type { PlannedRow } from "../../engine/plan/plan.ts";
import type { Requirement } from "../../session/requirement.ts";
import type { Profile } from "../../profile/schema/profile-schema.ts";
import { UsageError } from "../usage-error.ts";

/** The evidence of a check is far smaller. */
const MAX_MIB = 64;

/**
 * Shows a failure again, or its requests as curl lines.
 * @returns the exit code
 * @throws {UnreadableResultError}, {UsageError}, {ProfileError}, {OptionsError} or {RefusedError} with the correction
 */
export async function replayCapsule(request: ReplayRequest, env: Environment): Promise<number> {
  const terms = { schema: capsuleSchema, what: "a capsule", maxMib: MAX_MIB, isNamed: true };
  const capsule = readJsonFile(request.file, terms);
  const { flags, profile } = await replayTarget(capsule, request, env);
  if (request.curl === true) {
    print(await curlLines(capsule, profile));
    return 0;
  }
  const prepared = await prepareRun([capsule.requirement], flags, withoutFailedIn(env));
  try {
    return await replayAt(prepared, capsule, { env, wholeRun: wholeRunCommand(capsule, request, prepared) });
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

/**
 * Checks the requirement of a capsule again, in all situations that may show its failure. Sends no request
 * with a permanent effect.
 */
async function judgeAgain(capsule: Capsule, setup: SessionSetup, signal: AbortSignal): Promise<Tally> {
  const { profile } = setup;
  const tally = new Tally([], redactorOf(setup));
  using _ = new UnhandledErrors((error) => tally.broke(error));
  const steps = new Steps(async () => openSession(withoutMoves(setup), catalogue.requirements), {
    pins: profile.pins,
    waivers: [],
  });
  await run(
    stepsOf(capsule, profile, () => tally.judgements),
    steps,
    { tally, signal },
  );
  return tally;
}

function withoutMoves(setup: SessionSetup): SessionSetup {
  const { moves: _, ...others } = setup;
  return others;
}

/** The result of a replay, and its exit code. */
interface ReplayOutcome {
  readonly exitCode: 0 | 1 | 3 | 5;
  readonly sentence: string;
}

function replayOutcome({ result }: Judgement): ReplayOutcome {
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
function replayLines(
  capsule: Capsule,
  judgement: Judgement,
  { paint, wholeRun }: { readonly paint: Paint; readonly wholeRun: string },
): string[] {
  const { exitCode, sentence } = replayOutcome(judgement);
  const { result, exchanges } = judgement;
  const finding =
    "verdict" in result && exitCode === 1
      ? findingLines(result, { paint, exchanges, all: [] })
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

/** The command that repeats the whole run of a capsule at the target of the replay. */
function wholeRunCommand(
  { selectors = [], skip = [], seed, depth }: Capsule,
  { disposable }: Pick<ReplayRequest, "disposable">,
  { origin, replayOptions }: Pick<PreparedRun, "origin" | "replayOptions">,
): string {
  const isElsewhere = replayOptions.includes("--base-url");
  const mcp = replayOptions.indexOf("--mcp-url");
  const words = [
    ...selectors,
    ...skip.flatMap((selector) => ["--skip", selector]),
    ...(origin.profile === requestedProfile({}, {}) ? [] : ["--profile", origin.profile]),
    ...(isElsewhere ? ["--base-url", origin.baseUrl] : []),
    ...(mcp === -1 ? [] : replayOptions.slice(mcp, mcp + 2)),
    ...(disposable === true ? ["--disposable"] : []),
    ...(replayOptions.includes("--read-only") ? ["--read-only"] : []),
    "--seed",
    String(seed),
    "--depth",
    depth,
  ];
  return `${ownCommand()} run ${words.map(shellWord).join(" ")}`;
}

/**
 * The steps that check a capsule again, one after the other. First its generated case, then the whole check
 * if the case passes. A failure from answers to another check is looked for there first.
 * @param judged the results of the steps before
 * @throws {UsageError} if this version has no such requirement
 */
function* stepsOf(
  capsule: Capsule,
  profile: Profile,
  judged: () => readonly Judgement[],
): Generator<PlannedRow<Requirement>> {
  const { requirement, during, generated } = capsule;
  const one = requirementOf(requirement);
  const elsewhere = during === undefined || during === requirement ? undefined : requirementOf(during);
  if (elsewhere !== undefined && whyUnjudged(elsewhere, profile) === undefined) yield rowOf(elsewhere);
  if (generated !== undefined) {
    yield { ...rowOf(one), only: generated };
    if (isBroken(judged().at(-1))) return;
  }
  yield rowOf(one);
}

/** The result of the steps: the one with the failure, else the whole check. */
function shownAgain(
  { requirement, generated }: Capsule,
  judged: readonly Judgement[],
): Judgement | undefined {
  const own = judged.filter((judgement) => judgement.requirement === requirement);
  return own.findLast(isBroken) ?? own[generated === undefined ? 0 : 1];
}

/** @throws {UsageError} if this version does not have it */
function requirementOf(id: string): Requirement {
  const found = catalogue.find(id);
  if (found !== undefined) return found;
  throw new UsageError(`Cannot replay ${id}: this version has no such requirement`);
}

function rowOf(requirement: Requirement): PlannedRow<Requirement> {
  return { requirement, why: undefined, unselected: false };
}

function isBroken(judgement: Judgement | undefined): boolean {
  return judgement !== undefined && "violation" in judgement.result;
}
