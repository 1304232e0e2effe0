import { readFileSync } from "node:fs";
import { areaOf } from "../../lib/engine/requirement/catalogue.ts";
import type { CheckResult } from "../../lib/engine/record/result.ts";
import type { Mutant } from "../../lib/reference/mutant.ts";
import { catalogue } from "../../lib/cli/catalogue.ts";
import { rootFailures } from "../../lib/reporters/text/root-failures.ts";
import { JUDGES_ALL } from "./is-in-sample.ts";
import { EVENTS } from "./judge-deliveries.ts";
import { judgeReference, type Subject } from "./judge-reference.ts";
import { idsWith, type Report } from "./judge-target.ts";
import { timeLimit } from "./time-limit.ts";

/** The checks that find a mutant. */
export interface Kill {
  readonly mutant: string;
  readonly breaks: string;
  readonly depth: "quick" | "standard";
  readonly caught: readonly string[];
  /** Of these, the failures that no other one explains. */
  readonly roots: readonly string[];
  /** Of these, the warnings that no failure explains. */
  readonly warned: readonly string[];
}

/** The verdict of runs about a mutant. */
interface MutantVerdict extends Kill {
  readonly errored: readonly string[];
  /** The runs that took longer than a run against a broken server may take, in seconds by their own clock. */
  readonly late: readonly number[];
  /** Why a run would judge nothing of it. */
  readonly cause?: Report["cause"];
}

/** Mutants of deliveries are judged alone, with the usual waits of a profile: as long for an absence and for all retries as for a delivery. */
const OF_DELIVERIES = {
  facts: { events: { ...EVENTS, absenceSeconds: null, retries: { windowSeconds: EVENTS.waitSeconds } } },
  selectors: ["delivery"],
};

/** Warnings about the reference itself are not caused by a mutant. */
const warnedAnyway = new Set(
  (await Promise.all((["api-key", "signed"] as const).map(async (mode) => judgeReference({ mode })))).flatMap(
    (report) => idsWith(report, "warned"),
  ),
);

/**
 * Judges a mutant at quick depth, and at standard depth if quick depth does not find what it breaks. If the kill matrix says
 * so already, quick depth is left out, unless the kill matrix is to be written. At standard depth its own
 * area says enough, unless a rule is broken that listens to others.
 * @returns the verdict of the last run, with the problems of all
 */
export async function judgeMutant(mutant: Mutant): Promise<MutantVerdict> {
  const { breaks, name } = mutant;
  const ofItsArea = async () => verdictOn(mutant, "standard", { selectors: [areaOf(breaks)] });
  const isQuickNext = JUDGES_ALL || depths.get(name) !== "standard";
  const first = await (isQuickNext ? verdictOn(mutant, "quick") : ofItsArea());
  if (first.caught.includes(breaks)) return first;
  const second = isQuickNext ? withProblems(await ofItsArea(), first) : first;
  if (second.caught.includes(breaks)) return second;
  return withProblems(await verdictOn(mutant, "standard"), second);
}

function withProblems(verdict: MutantVerdict, { errored, late, cause }: MutantVerdict): MutantVerdict {
  return {
    ...(cause !== undefined && { cause }),
    ...verdict,
    errored: [...errored, ...verdict.errored],
    late: [...late, ...verdict.late],
  };
}

async function verdictOn(
  mutant: Mutant,
  depth: Kill["depth"],
  only: Pick<Subject, "selectors"> = {},
): Promise<MutantVerdict> {
  const { name, breaks, mode = "api-key" } = mutant;
  const area = areaOf(breaks) === "delivery" ? OF_DELIVERIES : { mcp: isOfMcp(mutant) };
  const way = { mode, depth, ...area };
  const report = await judgeReference({ ...way, ...only, mutant });
  const limit = await timeLimit(way);
  const found = report.checks.filter(({ verdict }) => verdict === "failed" || verdict === "warned");
  const own = found.filter(({ requirement }) => requirement === breaks || !warnedAnyway.has(requirement));
  const rooted = (verdict: CheckResult["verdict"]) =>
    rootFailures(own, [verdict])
      .map(({ requirement }) => requirement)
      .toSorted();
  return {
    mutant: name,
    breaks,
    depth,
    caught: own.map(({ requirement }) => requirement).toSorted(),
    roots: rooted("failed"),
    warned: rooted("warned"),
    errored: idsWith(report, "errored"),
    late: [report.seconds].filter((seconds) => seconds > limit),
    ...(report.cause !== undefined && { cause: report.cause }),
  };
}

/** The depth at which each mutant fails, as `mutants.test.ts` has found it. */
const depths = new Map<string, Kill["depth"]>(
  readFileSync(new URL("kill-matrix.txt", import.meta.url), "utf8")
    .split("\n")
    .map((line) => [line.split(" ")[0] ?? "", line.includes("| standard") ? "standard" : "quick"]),
);

/** Whether the fault is one of the MCP service, which is judged alone. */
export const isOfMcp = ({ breaks }: Mutant) => catalogue.groups.get(areaOf(breaks)) === "mcp";

/** Where a mutant is judged besides: what the server chooses, and what lies between. */
export type Surroundings = Pick<Subject, "choices" | "front">;

/**
 * A run that ends at the check that finds the mutant. First this check runs alone, at the depth of the
 * kill matrix, then the whole suite at this depth, then at standard depth.
 * Choices without which the fault does not show are kept.
 */
export async function seekMutant(mutant: Mutant, { choices, front }: Surroundings = {}) {
  const { breaks, mode = "api-key", name } = mutant;
  const isFoundBy = ({ requirement, verdict }: CheckResult) =>
    requirement === breaks && (verdict === "failed" || verdict === "warned");
  const judge = async (selectors: readonly string[], depth = depths.get(name) ?? "standard") => {
    const report = await judgeReference({
      mode,
      mutant,
      choices: { ...choices, ...mutant.choices },
      ...(front && { front }),
      depth,
      mcp: isOfMcp(mutant),
      selectors,
      until: isFoundBy,
    });
    return { report, isFound: report.checks.some(isFoundBy) };
  };
  for (const selectors of [[breaks], []]) {
    const trial = await judge(selectors);
    if (trial.isFound) return trial;
  }
  return judge([], "standard");
}

/** `register.replaces (+ isolation.query-own, lifecycle.walkthrough) (! callback-url.rfc-3986)`: roots, what follows from them, and other warnings. */
export function killLine({ mutant, depth, caught, roots, warned }: Kill): string {
  const followers = caught.filter((id) => !roots.includes(id) && !warned.includes(id));
  const named = roots.length === 0 ? [] : [roots.join(", ")];
  return `${mutant} | ${depth}: ${[...named, ...noted("+", followers), ...noted("!", warned)].join(" ")}`;
}

function noted(sign: string, ids: readonly string[]): string[] {
  return ids.length === 0 ? [] : [`(${sign} ${ids.join(", ")})`];
}
