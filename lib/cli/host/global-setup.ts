import { resolve } from "node:path";
import type { TestProject } from "vitest/node";
import { redactorOf } from "../../session/redactor-of.ts";
import type { RunExtras } from "../../session/run-extras.ts";
import { Tally } from "../../engine/tally.ts";
import { buildRunResult } from "../../reporters/build-run-result.ts";
import { ResultFolder } from "../../reporters/result-folder.ts";
import { unwrittenText } from "../../reporters/unwritten-text.ts";
import { terminalText } from "../../text/terminal-text.ts";
import { catalogue } from "../catalogue.ts";
import { Archive } from "../run/archive.ts";
import { endingOf } from "../run/ending-of.ts";
import { foresee } from "../run/foresee.ts";
import { leftSafely } from "../run/left-safely.ts";
import { prepareRun } from "../run/prepare-run.ts";
import { visitOrReason } from "../run/visit-or-reason.ts";
import { writeReports } from "../run/write-reports.ts";
import type { Provided } from "./provided.ts";

/** Hosts a run in a vitest that somebody else started: the options come from the environment alone. */
export default async function hostRun(project: TestProject): Promise<() => Promise<void>> {
  const startedAt = performance.now();
  const prepared = await prepareRun([], {}, process.env);
  const { options, order, header, waivers, pins } = prepared;
  const folder = new ResultFolder(resolve(options.out));
  folder.open();
  const { asks, warnings } = foresee(order);
  for (const { reason } of warnings) announce(reason);
  const visit = await visitOrReason(order, { asks, announce });
  folder.clear();
  const provided: Provided = {
    ...order,
    ...("reason" in visit ? { unvisited: visit.reason } : { setup: visit.setup }),
  };
  project.provide("conformance", provided);
  return async () => {
    const archive = new Archive(folder, prepared);
    const tally = tallied(
      project,
      new Tally<RunExtras>([archive], redactorOf(order.setup), catalogue.foundations),
    );
    const restored = "reason" in visit ? [] : await leftSafely(visit, tally);
    const { judgements, counts, waiting, noticed } = tally;
    const yielded = {
      judgements,
      requests: counts,
      restored,
      ...tally.extras,
      warnings: [...warnings, ...noticed],
      waiting,
      requireFull: options.requireFull,
      durationMs: performance.now() - startedAt,
      ...("reason" in visit ? visit : endingOf(tally)),
    };
    const result = buildRunResult(header, yielded, {
      waivers,
      replays: archive.replays,
      pins,
      order: catalogue.ids,
    });
    await writeReports(result, { judgements }, { folder, ...options });
    const unwritten = unwrittenText(folder);
    if (unwritten !== undefined) announce(unwritten);
    await prepared.close();
    process.exitCode = result.exitCode;
  };
}

function announce(sentence: string): void {
  process.stderr.write(`${terminalText(sentence)}\n`);
}

/** What the tests of a run that is over have handed back; one that handed nothing back is a defect of ours. */
function tallied({ vitest }: TestProject, tally: Tally<RunExtras>): Tally<RunExtras> {
  const modules = vitest.state.getTestModules();
  const tests = modules.flatMap((module) => [...module.children.allTests()]);
  for (const test of tests) {
    const { step } = test.meta();
    const result = test.result();
    if (step !== undefined) tally.take(step);
    else if (result.state === "failed") for (const error of result.errors) tally.broke(thrown(error));
  }
  for (const error of modules.flatMap((module) => module.errors())) tally.broke(thrown(error));
  tally.settle();
  return tally;
}

/** What was thrown, as vitest hands it on from another thread. */
function thrown({ message, stack }: { readonly message: string; readonly stack?: string }): string {
  return stack ?? message;
}
