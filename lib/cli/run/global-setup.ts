import { resolve } from "node:path";
import type { TestProject } from "vitest/node";
import { prepareRun } from "./prepare-run.ts";
import { writeReports } from "./write-reports.ts";
import { arrive } from "../../guest/visit.ts";
import { buildRunResult } from "../../report/build-run-result.ts";
import { ResultFolder } from "../../report/result-folder.ts";
import { terminalText } from "../../report/text/terminal-text.ts";
import { Collector } from "../../host/collector.ts";

/** Hosts a run in a vitest that somebody else started: the options come from the environment alone. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const startedAt = performance.now();
  const prepared = await prepareRun([], {}, process.env);
  const folder = new ResultFolder(resolve(prepared.options.out));
  const visit = await arrive(prepared.order.setup, {
    announce: (sentence) => process.stderr.write(`${terminalText(sentence)}\n`),
  });
  folder.clear();
  project.provide("conformance", { ...prepared.order, setup: visit.setup });
  return async () => {
    const restored = await visit.leave();
    const collector = collect(project, folder);
    const result = buildRunResult(prepared.header, {
      judgements: collector.judgements,
      requests: collector.counts,
      restored,
      requireFull: prepared.options.requireFull,
      broken: collector.defects.size > 0,
      durationMs: performance.now() - startedAt,
    });
    await writeReports(result, collector, { folder, html: prepared.options.html });
    await prepared.close();
    process.exitCode = result.exitCode;
  };
}

function collect({ vitest }: TestProject, folder: ResultFolder): Collector {
  const collector = new Collector({
    planned: () => undefined,
    started: () => undefined,
    judged: (judgement) => folder.keepEvidence(judgement),
  });
  const modules = vitest.state.getTestModules();
  collector.onInit(vitest);
  for (const module of modules) {
    for (const test of module.children.allTests()) collector.onTestCaseResult(test);
  }
  collector.onTestRunEnd(modules, []);
  return collector;
}
