import { areaOf } from "../../lib/engine/catalogue.ts";
import type { CheckResult } from "../../lib/engine/result.ts";
import type { Mutant } from "../../lib/reference/mutant.ts";
import { catalogue } from "../../lib/cli/catalogue.ts";
import { rootFailures } from "../../lib/reporters/root-failures.ts";
import { judgeReference } from "./judge-reference.ts";
import { idsWith, type Report } from "./judge-target.ts";

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

/** The verdict of one run about a mutant. */
interface MutantVerdict extends Omit<Kill, "mutant" | "breaks"> {
  readonly errored: readonly string[];
  readonly mcp: boolean;
  /** Duration of the run by its own clock. */
  readonly seconds: number;
  /** Why a run would judge nothing of it. */
  readonly cause?: Report["cause"];
}

/** Warnings about the reference itself are not caused by a mutant. */
const warnedAnyway = new Set(
  (await Promise.all((["api-key", "signed"] as const).map(async (mode) => judgeReference({ mode })))).flatMap(
    (report) => idsWith(report, "warned"),
  ),
);

/**
 * Judges a mutant at quick depth, and at standard depth if quick depth does not find what it breaks. At standard depth its own
 * area says enough, unless a rule is broken that listens to others.
 * @returns the verdicts of all its runs; the last one counts
 */
export async function judgeMutant(mutant: Mutant): Promise<readonly [MutantVerdict, ...MutantVerdict[]]> {
  const quick = await verdictOn(mutant, { depth: "quick" });
  if (quick.caught.includes(mutant.breaks)) return [quick];
  const ofItsArea = await verdictOn(mutant, { depth: "standard", selectors: [areaOf(mutant.breaks)] });
  if (ofItsArea.caught.includes(mutant.breaks)) return [quick, ofItsArea];
  return [quick, ofItsArea, await verdictOn(mutant, { depth: "standard" })];
}

async function verdictOn(
  mutant: Mutant,
  { depth, selectors }: { readonly depth: Kill["depth"]; readonly selectors?: readonly string[] },
): Promise<MutantVerdict> {
  const mcp = catalogue.groups.get(areaOf(mutant.breaks)) === "mcp";
  const { mode = "api-key" } = mutant;
  const subject = { mode, mutant, depth, mcp, ...(selectors !== undefined && { selectors }) };
  const report = await judgeReference(subject);
  const found = report.checks.filter(({ verdict }) => verdict === "failed" || verdict === "warned");
  const own = found.filter(
    ({ requirement }) => requirement === mutant.breaks || !warnedAnyway.has(requirement),
  );
  const rooted = (verdict: CheckResult["verdict"]) =>
    rootFailures(own, [verdict])
      .map(({ requirement }) => requirement)
      .toSorted();
  const { seconds, cause } = report;
  return {
    depth,
    mcp,
    seconds,
    caught: own.map(({ requirement }) => requirement).toSorted(),
    roots: rooted("failed"),
    warned: rooted("warned"),
    errored: idsWith(report, "errored"),
    ...(cause !== undefined && { cause }),
  };
}

/** `register.replaces (+ isolation.query-own, lifecycle.walkthrough) (! callback-url.rfc-3986)`: roots, what follows from them, and other warnings. */
export function killLine({
  mutant,
  depth,
  caught,
  roots,
  warned,
}: Pick<Kill, "mutant" | "depth" | "caught" | "roots" | "warned">): string {
  const followers = caught.filter((id) => !roots.includes(id) && !warned.includes(id));
  const named = roots.length === 0 ? [] : [roots.join(", ")];
  return `${mutant} | ${depth}: ${[...named, ...noted("+", followers), ...noted("!", warned)].join(" ")}`;
}

function noted(sign: string, ids: readonly string[]): string[] {
  return ids.length === 0 ? [] : [`(${sign} ${ids.join(", ")})`];
}
