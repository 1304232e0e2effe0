import { mkdirSync, rmSync } from "node:fs";
import { ReporterRuntime } from "allure-js-commons/sdk/reporter";
import type { Judgement } from "../../engine/result.ts";
import type { RunHeader, RunResult } from "../run-result.ts";
import { allureMessages } from "./allure-messages.ts";
import { CATEGORIES } from "./categories.ts";
import { settleResult } from "./settle-result.ts";
import { UnflushedWriter } from "./unflushed-writer.ts";

export interface AllureRun {
  readonly judgements: readonly Judgement[];
  readonly result: RunResult;
  /** Absolute. */
  readonly directory: string;
  /** The catalogue, relative to the page of the results. Absent: none. */
  readonly cataloguePage?: string;
}

/**
 * Writes the results of a finished run for Allure into a new folder.
 * @throws an error of the file system
 */
export function writeAllureResults({ judgements, result: run, directory, cataloguePage }: AllureRun): void {
  rmSync(directory, { recursive: true, force: true });
  mkdirSync(directory, { mode: 0o700 });
  const runtime = new ReporterRuntime({
    writer: new UnflushedWriter(directory),
    environmentInfo: environment(run),
    categories: CATEGORIES.map(({ name, pattern }) => ({ name, messageRegex: `${pattern}[\\s\\S]*` })),
  });
  runtime.writeCategoriesDefinitions();
  runtime.writeEnvironmentInfo();
  let at = Date.parse(run.startedAt);
  for (const judgement of judgements.map((one) => settled(one, run))) {
    const { requirement, result } = judgement;
    const duration = "verdict" in result ? result.durationMs : 0;
    const uuid = runtime.startTest({ name: requirement, start: at });
    runtime.applyRuntimeMessages(uuid, allureMessages(judgement, run, cataloguePage));
    runtime.updateTest(uuid, (written) => settleResult(written, judgement));
    runtime.stopTest(uuid, { duration });
    runtime.writeTest(uuid);
    at += duration;
  }
}

/** A result with the command that reproduces it. */
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
    unknown: "observed: the document is silent, so it cannot fail",
    skipped: "not checked: does not apply, is not covered, or could not be decided",
  };
}
