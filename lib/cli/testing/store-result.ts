import { writeFileSync } from "node:fs";
import type { CheckResult } from "../../engine/record/result.ts";
import { type ResultParts, resultOf } from "../../reporters/testing/example-result.ts";
import { toJson } from "../../reporters/text/to-json.ts";

/** Writes the result of a run with these checks into a file. */
export function storeResult(file: string, checks: readonly CheckResult[], parts?: ResultParts): void {
  writeFileSync(file, toJson(resultOf(checks, parts)));
}
