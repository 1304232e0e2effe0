import { resolve } from "node:path";
import type { TestProject } from "vitest/node";
import { catalogue } from "../catalogue.ts";
import { Archive } from "./archive.ts";
import { assertAllure } from "./assert-allure.ts";
import { foresee } from "./foresee.ts";
import { prepareRun } from "./prepare-run.ts";
import { recordedOrder } from "./recorded-order.ts";
import { type Unvisited, unvisited, unvisitedBecauseOf } from "./unvisited.ts";
import { visitOf } from "./visit-of.ts";
import { writeReports } from "./write-reports.ts";
import type { Redactor } from "../../secrets/redactor.ts";
import type { Visit } from "../../guest/visit.ts";
import { buildRunResult } from "../../reporters/build-run-result.ts";
import { ResultFolder } from "../../reporters/result-folder.ts";
import { terminalText } from "../../text/terminal-text.ts";
import type { Judgement } from "../../engine/result.ts";
import { redactorOf } from "../../api/redactor-of.ts";
import { Collector } from "../host/collector.ts";
import type { RunOrder } from "../host/run-order.ts";

/** Hosts a run in a vitest that somebody else started: the options come from the environment alone. */
export default async function hostRun(project: TestProject): Promise<() => Promise<void>> {
  const startedAt = performance.now();
  const prepared = await prepareRun([], {}, process.env);
  if (prepared.options.allure) assertAllure();
  const folder = new ResultFolder(resolve(prepared.options.out));
  folder.open();
  const order = recordedOrder(prepared, folder.path);
  const { asks, warnings } = foresee(order);
  for (const { reason } of warnings) announce(reason);
  const visit = await visitOrReason(order, asks);
  folder.clear();
  const turned = "reason" in visit ? visit : undefined;
  project.provide("conformance", {
    ...order,
    ...("reason" in visit ? { unvisited: visit.reason } : { setup: visit.setup }),
  });
  return async () => {
    const restored = "reason" in visit ? [] : await visit.leave();
    const archive = new Archive(folder, prepared);
    const collector = collect(project, archive, redactorOf(order.setup));
    const { diagnosis, defects } = collector;
    const refused = diagnosis === undefined ? turned : unvisitedBecauseOf(diagnosis);
    const ending = refused ?? { broken: defects.size > 0 };
    const result = buildRunResult(
      prepared.header,
      {
        judgements: collector.judgements,
        requests: collector.counts,
        restored,
        warnings: [...warnings, ...collector.noticed],
        requireFull: prepared.options.requireFull,
        durationMs: performance.now() - startedAt,
        ...ending,
      },
      {
        waivers: prepared.waivers,
        replays: archive.replays,
        pins: prepared.pins,
        order: catalogue.ids,
      },
    );
    const unwritten = await writeReports(result, collector, { folder, ...prepared.options });
    if (unwritten !== undefined) announce(unwritten);
    await prepared.close();
    process.exitCode = result.exitCode;
  };
}

/** A target that cannot be reached is no reason for vitest to end with an exit code of its own. */
async function visitOrReason({ setup }: RunOrder, asks: boolean): Promise<Visit | Unvisited> {
  try {
    return await visitOf(setup, { asks, announce });
  } catch (error) {
    const turned = unvisited(error);
    if (turned === undefined) throw error;
    return turned;
  }
}

function announce(sentence: string): void {
  process.stderr.write(`${terminalText(sentence)}\n`);
}

function collect({ vitest }: TestProject, archive: Archive, redactor: Redactor): Collector {
  const listener = {
    planned: () => undefined,
    started: () => undefined,
    judged: (judgement: Judgement) => archive.keep(judgement),
  };
  const collector = new Collector(listener, redactor);
  const modules = vitest.state.getTestModules();
  collector.onInit(vitest);
  for (const module of modules) {
    for (const test of module.children.allTests()) collector.onTestCaseResult(test);
  }
  collector.onTestRunEnd(modules, []);
  return collector;
}
