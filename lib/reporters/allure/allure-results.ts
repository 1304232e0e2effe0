import { mkdirSync, rmSync } from "node:fs";
import type { TestModule, Vitest } from "vitest/node";
import AllureVitestReporter from "allure-vitest/reporter";
import type { Judgement } from "../../engine/result.ts";
import type { RunHeader, RunResult } from "../run-result.ts";
import { allureMessages } from "./allure-messages.ts";
import { CATEGORIES } from "./categories.ts";
import { settleResult } from "./settle-result.ts";

export interface AllureRun {
  readonly ran: { readonly vitest: Vitest; readonly modules: readonly TestModule[] };
  readonly judgements: readonly Judgement[];
  readonly result: RunResult;
  /** Absolute. */
  readonly directory: string;
  /** Where the catalogue lies, seen from the page of the results; absent when there is none. */
  readonly cataloguePage?: string;
}

/**
 * Writes the results of a finished run for Allure into a new folder, by its own reporter for vitest.
 * @throws an error of the file system
 */
export async function writeAllureResults({
  ran: { vitest, modules },
  judgements,
  result: run,
  directory,
  cataloguePage,
}: AllureRun): Promise<void> {
  rmSync(directory, { recursive: true, force: true });
  mkdirSync(directory, { mode: 0o700 });
  const byName = new Map(judgements.map((judgement) => [judgement.requirement, settled(judgement, run)]));
  for (const test of modules.flatMap((module) => [...module.children.allTests()])) {
    const judgement = byName.get(test.name);
    const allureRuntimeMessages =
      judgement === undefined ? [] : allureMessages(judgement, run, cataloguePage);
    Object.assign(test.meta(), { allureRuntimeMessages, allureSkip: judgement === undefined });
  }
  const reporter = new AllureVitestReporter({
    resultsDir: directory,
    environmentInfo: environment(run),
    categories: CATEGORIES.map(({ name, pattern }) => ({ name, messageRegex: `${pattern}[\\s\\S]*` })),
    listeners: [
      {
        beforeTestResultWrite(result) {
          const judgement = byName.get(result.name ?? "");
          if (judgement !== undefined) settleResult(result, judgement);
        },
      },
    ],
  });
  reporter.onInit(vitest);
  reporter.onTestRunEnd(modules);
}

/** A judgement with what became of it in its run: the command that shows it again. */
function settled(judgement: Judgement, { checks }: RunResult): Judgement {
  const result = checks.find(({ requirement }) => requirement === judgement.requirement);
  return { ...judgement, result: result ?? judgement.result };
}

function environment({ suite, target, depth, seed }: RunHeader): Record<string, string> {
  return {
    suite: `${suite.name} ${suite.version}`,
    target: target.name,
    baseUrl: target.baseUrl,
    authMode: target.authMode,
    depth,
    seed: String(seed),
    unknown: "observed: the document leaves it open, nobody judges",
    skipped: "not judged: does not bind, is not covered, or could not be decided",
  };
}
