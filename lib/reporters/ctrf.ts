import { waiverProblem } from "../engine/settle-waivers.ts";
import type { Judgement } from "../engine/result.ts";
import type { Verdict } from "../engine/verdict.ts";
import { terminalText } from "../text/terminal-text.ts";
import { headlineOf } from "./headline.ts";
import { endedEarly, type RunResult } from "./run-result.ts";
import { type TestCase, testCases } from "./test-case.ts";

/** The version of the Common Test Report Format. A draft: later versions may differ. */
const SPEC_VERSION = "0.0.0";

const STATUS = {
  passed: "passed",
  warned: "passed",
  observed: "passed",
  failed: "failed",
  errored: "failed",
  waived: "skipped",
  inapplicable: "skipped",
  uncovered: "skipped",
  inconclusive: "other",
} as const satisfies Readonly<Record<Verdict, string>>;

interface CtrfTest {
  readonly testId?: string;
  readonly name: string;
  readonly status: (typeof STATUS)[Verdict];
  /** In whole milliseconds, as everywhere in this format. */
  readonly duration: number;
  readonly rawStatus: string;
  readonly suite: readonly string[];
  readonly message?: string;
  readonly trace?: string;
  readonly labels?: Readonly<Record<string, string | number | readonly string[]>>;
}

/** Builds the report of a run in the Common Test Report Format (CTRF), without observations. */
export function ctrfOf(result: RunResult, judgements: readonly Judgement[]): object {
  const { suite, startedAt, endedAt } = result;
  const tests = [
    ...testCases(result.checks, judgements).map(testOf),
    ...(endedEarly(result) ? [runTest(result)] : []),
    ...waiverTests(result),
  ];
  const count = (status: CtrfTest["status"]) => tests.filter((one) => one.status === status).length;
  return {
    reportFormat: "CTRF",
    specVersion: SPEC_VERSION,
    runId: result.runId,
    timestamp: endedAt,
    generatedBy: `${suite.name} ${suite.version}`,
    results: {
      tool: { name: suite.name, version: suite.version },
      summary: {
        tests: tests.length,
        passed: count("passed"),
        failed: count("failed"),
        skipped: count("skipped"),
        pending: 0,
        other: count("other"),
        start: Date.parse(startedAt),
        stop: Date.parse(endedAt),
        duration: Math.round(result.durationMs),
      },
      tests,
      environment: environmentOf(result),
    },
  };
}

function testOf({ check, message, details }: TestCase): CtrfTest {
  const { requirement, area, level, sections, follows, durationMs } = check;
  return {
    testId: requirement,
    name: requirement,
    status: STATUS[check.verdict],
    rawStatus: check.verdict,
    duration: Math.round(durationMs),
    suite: [area],
    ...(message !== "" && { message: shown(message) }),
    ...(details !== "" && { trace: shown(details) }),
    labels: {
      level,
      ...(sections.length > 0 && { sections }),
      ...(follows !== undefined && { follows }),
    },
  };
}

/** A run without checks, or that ended early, must not look like a green one. */
function runTest({ verdict, reason }: RunResult): CtrfTest {
  const message = shown(`${verdict}: ${reason ?? "nothing was checked"}`);
  return { name: "run", status: "failed", rawStatus: verdict, duration: 0, suite: ["run"], message };
}

/** Waivers that fail the run. */
function waiverTests({ waivers }: RunResult): CtrfTest[] {
  return waivers.flatMap((waiver) => {
    const problem = waiverProblem(waiver);
    if (problem === undefined) return [];
    const message = shown(problem);
    return {
      name: message,
      status: "failed",
      rawStatus: waiver.state,
      duration: 0,
      suite: ["waivers"],
      message,
    };
  });
}

function environmentOf(result: RunResult): object {
  const { target, label, verdict, exitCode, depth, seed } = result;
  return {
    appName: shown(target.name),
    ...(label !== undefined && { appVersion: shown(label) }),
    healthy: exitCode === 0,
    extra: {
      verdict,
      exitCode,
      headline: shown(headlineOf(result)),
      baseUrl: shown(target.baseUrl),
      depth,
      seed,
    },
  };
}

/** Text of unknown origin: control characters become visible, because viewers also print to terminals. */
function shown(text: string): string {
  return terminalText(text, { keepLines: true });
}
