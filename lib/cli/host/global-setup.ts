import type { TestProject } from "vitest/node";
import { areaOf } from "../../engine/requirement/catalogue.ts";
import { plan } from "../../engine/plan/plan.ts";
import { ResultFolder } from "../../reporters/run/result-folder.ts";
import type { RunResult } from "../../reporters/stored/run-result.ts";
import { terminalText } from "../../text/terminal-text.ts";
import { catalogue } from "../catalogue.ts";
import { exitCodeOf } from "../exit-code.ts";
import { prepareRun, type PreparedRun } from "../run/prepare-run.ts";
import { carryOut, unwrittenReport } from "../run/run-target.ts";
import { UsageError } from "../usage-error.ts";
import { outcomeOf, type TestOutcome } from "./outcome-of.ts";

/** A requirement of a run as a test. Plain data for the thread of the tests. */
export interface HostedTest {
  readonly area: string;
  readonly name: string;
  readonly outcome: TestOutcome;
}

declare module "vitest" {
  interface ProvidedContext {
    conformance: readonly HostedTest[];
  }
}

/**
 * Runs the suite before the tests of a vitest that the user started: the tests show its result. The options come from the
 * environment alone. An error that the user can correct ends vitest as it ends the command: one sentence and exit code 2.
 */
export default async function hostRun(project: TestProject): Promise<() => void> {
  try {
    const whole = await prepareRun([], {}, process.env);
    const { selection, setup } = whole.order;
    const planned = new Set(
      plan(catalogue, selection, setup.profile).map(({ requirement }) => requirement.id),
    );
    const ids = catalogue.ids.filter((id) => planned.has(id));
    const prepared = narrowed(whole, ids, project.vitest.config.testNamePattern);
    const folder = new ResultFolder(prepared.options.out);
    const { result, exitCode } = await carryOut(prepared, folder, [{ announce }, unwrittenReport(folder)]);
    project.provide("conformance", testsOf(result, ids));
    return () => void (process.exitCode = exitCode);
  } catch (error) {
    const { code, text } = exitCodeOf(error);
    if (code !== 2) throw error;
    announce(text);
    return process.exit(code);
  }
}

/** The run of the requirements whose tests vitest selects, for example with `-t`. Whole areas are selected by their names. */
function narrowed(prepared: PreparedRun, ids: readonly string[], pattern: RegExp | undefined): PreparedRun {
  const isRun = (id: string) => pattern?.test(`${areaOf(id)} ${id}`) ?? true;
  if (ids.every(isRun)) return prepared;
  const selectors = [...Map.groupBy(ids, areaOf)].flatMap(([area, own]) =>
    own.every(isRun) ? [area] : own.filter(isRun),
  );
  if (selectors.length === 0) throw new UsageError(`Cannot run: no test matches ${String(pattern)}`);
  const { order, header } = prepared;
  return {
    ...prepared,
    order: { ...order, selection: { ...order.selection, selectors } },
    header: { ...header, ...(header.selection && { selection: { ...header.selection, selectors } }) },
  };
}

/** A test for each requirement. A run without a result of its own has one test, which fails. */
function testsOf(result: RunResult, ids: readonly string[]): HostedTest[] {
  const { checks, observations, verdict, reason = verdict } = result;
  const found = new Map([...checks, ...observations].map((one) => [one.requirement, one]));
  if (found.size === 0) {
    const outcome = { kind: "fail", name: "Error", message: reason } as const;
    return [{ area: "target", name: "the target can be visited", outcome }];
  }
  return ids.map((id) => {
    const own = found.get(id);
    const outcome = own === undefined ? ({ kind: "skip", reason } as const) : outcomeOf(own);
    return { area: areaOf(id), name: id, outcome };
  });
}

function announce(sentence: string): void {
  process.stderr.write(`${terminalText(sentence, { keepLines: true })}\n`);
}
