import { resolve } from "node:path";
import type { TestCase, TestProject } from "vitest/node";
import { plan } from "../../engine/plan/plan.ts";
import { redactorOf } from "../../session/redactor-of.ts";
import type { RunExtras } from "../../session/run-extras.ts";
import { Tally } from "../../engine/run/tally.ts";
import { buildRunResult } from "../../reporters/run/build-run-result.ts";
import { ResultFolder } from "../../reporters/run/result-folder.ts";
import { unwrittenText } from "../../reporters/run/unwritten-text.ts";
import { terminalText } from "../../text/terminal-text.ts";
import { catalogue } from "../catalogue.ts";
import { exitCodeOf } from "../exit-code.ts";
import { Archive } from "../run/archive.ts";
import { endingOf } from "../run/ending-of.ts";
import { estimateRun } from "../run/estimate-run.ts";
import { holdFolder } from "../run/hold-folder.ts";
import { leftSafely } from "../run/left-safely.ts";
import type { RunOrder } from "../run/run-order.ts";
import { prepareRun } from "../run/prepare-run.ts";
import { visitOrReason } from "../run/visit-or-reason.ts";
import { writeReports } from "../run/write-reports.ts";
import type { HostOrder } from "./provided.ts";
import { areaOf } from "../../engine/requirement/catalogue.ts";
import type { RunHeader } from "../../reporters/stored/run-result.ts";

/**
 * Hosts a run in a vitest that the user started. The options come from the environment alone. An error that
 * the user can correct ends vitest as it ends the command: one sentence and exit code 2.
 */
export default async function hostRun(project: TestProject): Promise<() => Promise<void>> {
  try {
    return await startedRun(project);
  } catch (error) {
    const { code, text } = exitCodeOf(error);
    if (code !== 2) throw error;
    process.stderr.write(`${terminalText(text, { keepLines: true })}\n`);
    return process.exit(code);
  }
}

/** Starts the run, and returns the function that ends it. */
async function startedRun(project: TestProject): Promise<() => Promise<void>> {
  const startedAt = performance.now();
  const prepared = await prepareRun([], {}, process.env);
  const { options, order, header, waivers, pins } = prepared;
  const folder = new ResultFolder(resolve(options.out));
  const lock = holdFolder(folder);
  const { asks } = estimateRun(order);
  for (const sentence of prepared.notes) announce(sentence);
  const visit = await visitOrReason(order, { asks, announce });
  folder.clear();
  const provided: HostOrder = {
    ...order,
    replay: { folder: folder.path, options: prepared.replayOptions },
    ...("reason" in visit ? { unvisited: visit.reason } : { setup: visit.setup }),
  };
  project.provide("conformance", provided);
  return async () => {
    const archive = new Archive(folder, prepared);
    const tally = tallied(
      project,
      order,
      new Tally<RunExtras>([archive], redactorOf(order.setup), catalogue.foundations),
    );
    const restored = "reason" in visit ? [] : await leftSafely(visit, tally);
    const { judgements, counts, waiting, noticed } = tally;
    const yielded = {
      judgements,
      requests: counts,
      restored,
      ...tally.extras,
      warnings: noticed,
      waiting,
      requireFull: options.requireFull,
      durationMs: performance.now() - startedAt,
      ...("reason" in visit ? visit : endingOf(tally)),
    };
    const result = buildRunResult(narrowHeader(header, ranTests(project), plannedIds(order)), yielded, {
      waivers,
      replays: archive.replays,
      pins,
      order: catalogue.ids,
    });
    await writeReports(result, { evidence: judgements }, { folder, ...options });
    const unwritten = unwrittenText(folder);
    if (unwritten !== undefined) announce(unwritten);
    lock.release();
    await prepared.close();
    process.exitCode = folder.exitCode(result.exitCode);
  };
}

/** The requirements whose tests have run. */
function ranTests(project: TestProject): ReadonlySet<string> {
  return new Set(testsOf(project).flatMap((one) => (one.meta().step === undefined ? [] : [one.name])));
}

function plannedIds({ selection, setup }: RunOrder): readonly string[] {
  return plan(catalogue, selection, setup.profile).map(({ requirement }) => requirement.id);
}

function announce(sentence: string): void {
  process.stderr.write(`${terminalText(sentence)}\n`);
}

/** Collects the reports of the tests of a finished run, in the order of the plan. A test without a report is a defect of the suite. */
function tallied(
  project: TestProject,
  { selection, setup }: RunOrder,
  tally: Tally<RunExtras>,
): Tally<RunExtras> {
  const steps = new Map(testsOf(project).map((one) => [one.name, one.meta().step]));
  for (const { requirement } of plan(catalogue, selection, setup.profile)) {
    const step = steps.get(requirement.id);
    if (step !== undefined) tally.take(step);
  }
  for (const one of testsOf(project)) {
    const result = one.result();
    if (one.meta().step === undefined && result.state === "failed")
      for (const error of result.errors) tally.broke(thrown(error));
  }
  for (const error of project.vitest.state.getTestModules().flatMap((module) => module.errors()))
    tally.broke(thrown(error));
  tally.settle();
  return tally;
}

function testsOf({ vitest }: TestProject): TestCase[] {
  return vitest.state.getTestModules().flatMap((module) => [...module.children.allTests()]);
}

/** Restores an error that vitest passed on from another thread. */
function thrown({ message, stack }: { readonly message: string; readonly stack?: string }): string {
  return stack ?? message;
}

/**
 * The header of a run of which vitest ran only some tests, for example with `-t`: its selectors name these tests.
 * @param ran ids of the tests that ran
 * @param planned ids of all tests
 */
function narrowHeader(header: RunHeader, ran: ReadonlySet<string>, planned: readonly string[]): RunHeader {
  const { selection } = header;
  if (selection === undefined || ran.size === 0 || planned.every((id) => ran.has(id))) return header;
  const areas = Map.groupBy(planned, areaOf);
  const selectors = [...areas].flatMap(([area, ids]) =>
    ids.every((id) => ran.has(id)) ? [area] : ids.filter((id) => ran.has(id)),
  );
  return { ...header, selection: { ...selection, selectors } };
}
