import { expect, test } from "vitest";
import { areaOf } from "../../lib/engine/catalogue.ts";
import type { CheckResult } from "../../lib/engine/result.ts";
import type { Mutant } from "../../lib/reference/mutant.ts";
import { catalogue } from "../../lib/cli/catalogue.ts";
import { mutants } from "../../lib/cli/mutants.ts";
import { rootFailures } from "../../lib/reporters/root-failures.ts";
import { broadestAccusers } from "./broadest-accusers.ts";
import { judgeReference } from "./judge-reference.ts";
import { idsWith } from "./judge-target.ts";
import { type Kill, writePart } from "./proof/parts.ts";
import { stopwatch } from "./proof/stopwatch.ts";
import { timeLimit } from "./time-limit.ts";

const LEAST_QUICK_KILLS = 0.87;
const LEAST_ROOTED = 0.95;
/** Those that show only where events occur are judged in `deliveries.test.ts`. */
const judged = mutants.filter(({ breaks }) => areaOf(breaks) !== "delivery");
const kills: Kill[] = [];
const elapsed = stopwatch();
let requests = 0;
/** Of which a run says that nothing valid is accepted, before it judges anything; and the cause that it names. */
const UNVISITED = { "wants-a-signature-for-register": "signature-demanded" };
const unvisited: Record<string, string> = {};
/** Warnings about the reference itself are not caused by a mutant. */
const warnedAnyway = new Set(
  (await Promise.all((["api-key", "signed"] as const).map(async (mode) => judgeReference({ mode })))).flatMap(
    (report) => idsWith(report, "warned"),
  ),
);
const killedAtQuick = new Set<string>();

/** Results of the suite, or of a part of it, about a mutant at a depth. */
async function verdictOn(mutant: Mutant, depth: Kill["depth"], selectors?: readonly string[]) {
  const mcp = catalogue.groups.get(areaOf(mutant.breaks)) === "mcp";
  const report = await judgeReference({
    mode: mutant.mode ?? "api-key",
    mutant,
    depth,
    mcp,
    ...(selectors !== undefined && { selectors }),
  });
  requests += report.requests;
  const { seconds } = report;
  expect(seconds, "the seconds that a run takes").toBeLessThanOrEqual(
    await timeLimit({ mode: mutant.mode ?? "api-key", depth, mcp }),
  );
  if (report.cause !== undefined) unvisited[mutant.name] = report.cause;
  const found = report.checks.filter(({ verdict }) => verdict === "failed" || verdict === "warned");
  const own = found.filter(
    ({ requirement }) => requirement === mutant.breaks || !warnedAnyway.has(requirement),
  );
  const rooted = (verdict: CheckResult["verdict"]) =>
    rootFailures(own, [verdict]).map(({ requirement }) => requirement);
  return {
    depth,
    caught: own.map(({ requirement }) => requirement).toSorted(),
    roots: rooted("failed").toSorted(),
    warned: rooted("warned").toSorted(),
    seconds,
    errored: idsWith(report, "errored"),
  };
}

/** `register.replaces (+ isolation.query-own, lifecycle.walkthrough) (! callback-url.rfc-3986)`: roots, what follows from them, and other warnings. */
function lineOf({ mutant, depth, caught, roots, warned }: Kill): string {
  const followers = caught.filter((id) => !roots.includes(id) && !warned.includes(id));
  const named = roots.length === 0 ? [] : [roots.join(", ")];
  return `${mutant} | ${depth}: ${[...named, ...noted("+", followers), ...noted("!", warned)].join(" ")}`;
}

function noted(sign: string, ids: readonly string[]): string[] {
  return ids.length === 0 ? [] : [`(${sign} ${ids.join(", ")})`];
}

/** Whether the only root failure, or of a requirement that only warns the only warning, is what the mutant breaks. */
function isNamed({ breaks, roots, warned }: Kill): boolean {
  const [found, ...others] = roots.length === 0 ? warned : roots;
  return found === breaks && others.length === 0;
}

/** Of what shows at standard depth alone, its own area says enough, unless a rule is broken that listens to others. */
async function verdictAtStandard(mutant: Mutant) {
  const ofItsArea = await verdictOn(mutant, "standard", [areaOf(mutant.breaks)]);
  return ofItsArea.caught.includes(mutant.breaks) ? ofItsArea : verdictOn(mutant, "standard");
}

test("names are unique and say what the server does", () => {
  const names = mutants.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  expect(names.filter((name) => !/^[a-z]+(-[a-z\d]+(\.\d+)?)+$/.test(name))).toEqual([]);
});

test.for(judged.map((mutant) => [mutant.name, mutant] as const))(
  "%s is caught for what it breaks",
  async ([, mutant]) => {
    const { name, breaks } = mutant;
    const quick = await verdictOn(mutant, "quick");
    if (quick.caught.length > 0) killedAtQuick.add(name);
    const verdict = quick.caught.includes(breaks) ? quick : await verdictAtStandard(mutant);
    const { errored, ...kill } = verdict;
    const seconds = Math.max(quick.seconds, verdict.seconds);
    kills.push({ mutant: name, breaks, ...kill, seconds });
    expect(verdict.caught).toContain(breaks);
    expect([...quick.errored, ...errored]).toEqual([]);
  },
);

test("every mutant is caught by the same checks as before", async () => {
  const lines = kills.map(lineOf);
  writePart("mutants", { kills, requests, seconds: elapsed() });
  await expect(`${lines.toSorted().join("\n")}\n`).toMatchFileSnapshot("./kill-matrix.txt");
});

test("nearly every mutant has one root, the requirement that it breaks", () => {
  expect(kills.filter(isNamed).length / kills.length).toBeGreaterThanOrEqual(LEAST_ROOTED);
});

test("only where a valid register is never accepted does a run judge nothing", () => {
  expect(unvisited).toEqual(UNVISITED);
});

test("no area accuses more mutants than before of what they do not break", async () => {
  await expect(`${broadestAccusers(kills).join("\n")}\n`).toMatchFileSnapshot("./broadest-accusers.txt");
});

test("nearly all mutants are caught at quick depth", () => {
  expect(killedAtQuick.size / kills.length).toBeGreaterThanOrEqual(LEAST_QUICK_KILLS);
});
