import type { StoredResult } from "../compare/read-result.ts";
import { resultSubject } from "../compare/result-subject.ts";
import type { Subject } from "../compare/subject.ts";
import { UnreadableResultError } from "../compare/unreadable-result-error.ts";
import type { RunHeader } from "../../reporters/run-result.ts";
import { UsageError } from "../usage-error.ts";

/** An earlier run whose failures are known. */
export interface Baseline {
  readonly path: string;
  readonly subject: Subject;
}

/**
 * Reads the baseline of a run. The shape of results loads when there is one.
 * @throws {UsageError} if it is not a result of the same target, or checked nothing
 */
export async function readBaseline(
  path: string | null,
  { target }: Pick<RunHeader, "target">,
): Promise<Baseline | undefined> {
  if (path === null) return undefined;
  const refuse = (why: string) => new UsageError(`Cannot use ${path} as the baseline: ${why}`);
  const result = await resultOf(path);
  if (result.target.name !== target.name) {
    throw refuse(`it is a result of ${result.target.name}, and this run checks ${target.name}`);
  }
  const { passed = 0, warned = 0, failed = 0, waived = 0 } = result.counts;
  if (passed + warned + failed + waived === 0)
    throw refuse(`its verdict is ${result.verdict}, and it checked nothing`);
  return { path, subject: resultSubject(result) };
}

async function resultOf(path: string): Promise<StoredResult> {
  const { readResult } = await import("../compare/read-result.ts");
  try {
    return readResult(path);
  } catch (error) {
    if (error instanceof UnreadableResultError) {
      throw new UsageError(`Cannot read the baseline ${error.message}`);
    }
    throw error;
  }
}
