import { writeFileSync } from "node:fs";
import type { CheckResult } from "../../engine/record/result.ts";
import { buildRunResult, type RunYield } from "../../reporters/run/build-run-result.ts";
import type { RunHeader } from "../../reporters/stored/run-result.ts";
import { exampleHeader } from "../../reporters/testing/example-result.ts";
import { toJson } from "../../reporters/text/to-json.ts";

/** Writes the result of a run with these checks into a file. */
export function storeResult(
  file: string,
  checks: readonly CheckResult[],
  {
    header = {},
    ending = {},
  }: { readonly header?: Partial<RunHeader>; readonly ending?: Partial<RunYield> } = {},
): void {
  const judgements = checks.map((result) => ({ requirement: result.requirement, result, exchanges: [] }));
  const requests = { sent: 9, retried: 0, rateLimited: 0 };
  const yielded = { judgements, requests, restored: [], durationMs: 1, ...ending };
  writeFileSync(file, toJson(buildRunResult({ ...exampleHeader, ...header }, yielded)));
}
