import { catalogue } from "../../cli/catalogue.ts";
import { saidBy } from "../../engine/plan/unjudged.ts";
import type { RecordedExchange } from "../../engine/requirement/recorded-exchange.ts";
import type { CheckResult, Judgement, ObservationResult } from "../../engine/record/result.ts";
import { buildRunResult, type RunTerms, type RunYield } from "../run/build-run-result.ts";
import type { RunHeader, RunResult } from "../stored/run-result.ts";

/** A text that a hostile target puts wherever it can. */
export const HOSTILE =
  'x"<script>alert(1)</script>\u001b[31m\u0007\u202e]]>\u0000 | `code` [l](http://e.example) @all\n# h';

export const exampleHeader: RunHeader = {
  runId: "cc-0123456789",
  suite: { name: "card-issuing-conformance", version: "0.0.0" },
  target: { name: "sandbox", baseUrl: "https://sandbox.issuer.example", authMode: "signed" },
  profileDigest: "ab".repeat(32),
  startedAt: "2026-01-02T03:04:05.678Z",
  seed: 1,
  depth: "standard",
};

export const exampleExchange: RecordedExchange = {
  index: 1,
  caller: "alpha",
  label: "register",
  startedAt: "2026-01-02T03:04:05.678Z",
  durationMs: 4.2,
  request: {
    method: "POST",
    url: "https://sandbox.issuer.example/abc/v1/webhook/register",
    headers: [["X-API-Key", "[alpha.apiKey]"]],
    body: '{"callbackUrl":"https://callback.conformance.example/a"}',
  },
  answer: { status: 200, headers: [["content-type", "application/json"]], body: `{"msg":"${HOSTILE}"}` },
};

/** A check result; the members that matter are given. */
export function exampleCheck(requirement: string, rest: Partial<CheckResult> = {}): CheckResult {
  return {
    ...saidBy(catalogue.get(requirement)),
    verdict: "passed",
    durationMs: 12.5,
    requests: 3,
    ...rest,
  };
}

/** An observation, or the reason why there is no value. */
export function exampleObservation(
  requirement: string,
  rest: Partial<ObservationResult> = {},
): ObservationResult {
  const { sections, text } = catalogue.get(requirement);
  return { requirement, sections, text, ...rest };
}

/** Judgements of every verdict, with hostile text wherever a target may put some. */
export function exampleJudgements(): Judgement[] {
  const checks = [
    exampleCheck("register.accepts"),
    exampleCheck("register.stores", {
      verdict: "failed",
      reason: `expected the URL, got ${HOSTILE}`,
      violation: { expected: "the URL as given", actual: HOSTILE, exchange: 1 },
      counterexample: `"${HOSTILE}"`,
    }),
    exampleCheck("envelope.complete", { verdict: "warned", reason: "`msg` is absent" }),
    exampleCheck("query.answers", { verdict: "inconclusive", reason: HOSTILE }),
    exampleCheck("isolation.query-own", {
      verdict: "uncovered",
      code: "need-not-offered",
      reason: "a second merchant in `merchants`",
      field: "merchants[1]",
    }),
    exampleCheck("register.keeps-id", {
      verdict: "uncovered",
      code: "never-returned",
      reason: "The target never returned `id` in this run.",
      neverReturned: ["id"],
    }),
    exampleCheck("api-key.suffices", { verdict: "inapplicable", reason: "Applies in api-key mode only." }),
    exampleCheck("disable.succeeds", { verdict: "errored", reason: "TypeError: planted" }),
  ];
  return [
    ...checks.map((result) => ({ requirement: result.requirement, result, exchanges: [exampleExchange] })),
    {
      requirement: "callback-url.unusual-forms",
      result: exampleObservation("callback-url.unusual-forms", {
        value: { accepted: true, id: 9007199254740993n },
      }),
      exchanges: [],
    },
  ];
}

/** Parts of a result besides its checks. */
export interface ResultParts {
  readonly header?: Partial<RunHeader>;
  readonly ending?: Partial<RunYield>;
  readonly terms?: RunTerms;
}

/** The result of a run with these checks. */
export function resultOf(
  checks: readonly CheckResult[],
  { header = {}, ending = {}, terms = {} }: ResultParts = {},
): RunResult {
  const judgements = checks.map((result) => ({ requirement: result.requirement, result, exchanges: [] }));
  const requests = { sent: 9, retried: 0, rateLimited: 0 };
  const yielded = { judgements, requests, restored: [], durationMs: 1, ...ending };
  return buildRunResult({ ...exampleHeader, ...header }, yielded, terms);
}

export function exampleResult(): RunResult {
  return buildRunResult(exampleHeader, {
    judgements: exampleJudgements(),
    requests: { sent: 21, retried: 1, rateLimited: 2 },
    waiting: [{ reason: "asked", seconds: 0.4 }],
    warnings: [{ code: "clock-set", reason: "A clock was set during the run." }],
    restored: [{ merchant: "alpha", outcome: "not restored", note: HOSTILE }],
    durationMs: 1234.5,
  });
}
