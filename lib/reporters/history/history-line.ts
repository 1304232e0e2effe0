import { z } from "zod";
import { RUN_VERDICTS, type RunVerdict } from "../../engine/run-verdict.ts";
import type { Verdict } from "../../engine/verdict.ts";
import type { RunResult } from "../run-result.ts";
import { VERDICTS } from "../result-fields.ts";
import type { PastRun } from "./past-run.ts";

/** Of the last moment that can be written. */
const LATEST_MS = Date.UTC(9999, 0);

const runVerdict = z.custom<RunVerdict>(
  (value) => typeof value === "string" && Object.hasOwn(RUN_VERDICTS, value),
);

const ours = z.object({
  startedAt: z.iso.datetime(),
  target: z.strictObject({ name: z.string(), baseUrl: z.string() }),
  verdict: runVerdict,
  suite: z.strictObject({ name: z.string(), version: z.string() }),
  depth: z.string(),
  label: z.string().exactOptional(),
  requests: z.number(),
  counts: z.partialRecord(z.enum(VERDICTS), z.number()).exactOptional(),
  checks: z.partialRecord(z.enum(VERDICTS), z.array(z.string())),
  words: z.strictObject({ types: z.array(z.string()), statuses: z.array(z.string()) }).exactOptional(),
});

/** What Allure remembers of one test, as our runs make it write: without any link. */
const testOfAllure = z.object({
  id: z.string().exactOptional(),
  name: z.string(),
  fullName: z.string().exactOptional(),
  environment: z.string().exactOptional(),
  status: z.string(),
  message: z.string().exactOptional(),
  trace: z.string().exactOptional(),
  start: z.number().exactOptional(),
  stop: z.number().exactOptional(),
  duration: z.number().exactOptional(),
  labels: z.array(z.strictObject({ name: z.string(), value: z.string() })).exactOptional(),
  url: z.literal("").exactOptional(),
  historyId: z.string().exactOptional(),
  reportLinks: z.tuple([]).exactOptional(),
});

/** What Allure remembers of a run; before we had lines of our own, it was all there was. */
const allures = z.object({
  uuid: z.string().exactOptional(),
  name: z.string(),
  timestamp: z.number().min(0).max(LATEST_MS),
  knownTestCaseIds: z.array(z.string()).exactOptional(),
  testResults: z.record(z.string(), testOfAllure),
  metrics: z.record(z.string(), z.number()).exactOptional(),
  url: z.literal("").exactOptional(),
});

/** What a line of the history holds: what we remember of a run, and what Allure does. */
export type HistoryLine = Partial<z.output<typeof ours> & z.output<typeof allures>>;

/** What of a line is known; undefined where that is nothing. Whatever else stands there is neither used nor kept. */
export function knownLine(line: unknown): HistoryLine | undefined {
  const [own, older] = [ours.safeParse(line), allures.safeParse(line)];
  return own.success || older.success ? { ...own.data, ...older.data } : undefined;
}

const OF_ALLURE: Readonly<Record<string, Verdict>> = {
  passed: "passed",
  failed: "failed",
  broken: "errored",
};

/** A run as the members of a line of `history.jsonl`. */
export function historyLine(result: RunResult): z.output<typeof ours> {
  const { startedAt, target, verdict, suite, depth, label, requests, counts, checks, coverage } = result;
  const { words } = coverage;
  const byVerdict = Map.groupBy(checks, (check) => check.verdict);
  return {
    startedAt,
    target: { name: target.name, baseUrl: target.baseUrl },
    verdict,
    suite,
    depth,
    ...(label !== undefined && { label }),
    requests: requests.sent,
    counts,
    ...(words !== undefined && { words: { types: [...words.types], statuses: [...words.statuses] } }),
    checks: Object.fromEntries(
      [...byVerdict].map(([name, members]) => [name, members.map(({ requirement }) => requirement)]),
    ),
  };
}

/** The run that a line tells about, also one of an earlier version; undefined when it tells about none. */
export function pastRun(line: unknown): PastRun | undefined {
  const own = ours.safeParse(line);
  if (own.success) return runOfOurs(own.data);
  const older = allures.safeParse(line);
  return older.success ? runOfAllure(older.data) : undefined;
}

function runOfOurs(run: z.output<typeof ours>): PastRun {
  const { startedAt, target, verdict, suite, depth, label, requests, checks, words } = run;
  return {
    startedAt,
    target,
    verdict,
    suite: suite.version,
    depth,
    ...(label !== undefined && { label }),
    requests,
    ...(words !== undefined && { words }),
    checks: verdictsOf(checks),
  };
}

function verdictsOf(checks: z.output<typeof ours>["checks"]): Map<string, Verdict> {
  return new Map(
    VERDICTS.flatMap((verdict) =>
      (checks[verdict] ?? []).map((requirement): [string, Verdict] => [requirement, verdict]),
    ),
  );
}

/** Its name was `sandbox: non-conformant, 2 failed`. */
function runOfAllure({ name, timestamp, testResults }: z.output<typeof allures>): PastRun | undefined {
  const end = name.lastIndexOf(": ");
  const target = name.slice(0, Math.max(end, 0));
  const verdict = runVerdict.safeParse(name.slice(end + 2).split(",", 1)[0]);
  if (end === -1 || !verdict.success) return undefined;
  const checks = Object.values(testResults).flatMap((test): [string, Verdict][] => {
    const known = OF_ALLURE[test.status];
    return known === undefined ? [] : [[test.name, known]];
  });
  return {
    startedAt: new Date(timestamp).toISOString(),
    target: { name: target },
    verdict: verdict.data,
    checks: new Map(checks),
  };
}
