import { compareSubjects } from "./compare.ts";
import { comparisonLines, comparisonMarkdown } from "./comparison-text.ts";
import { matrixOf } from "./matrix.ts";
import { matrixLines, matrixMarkdown } from "./matrix-text.ts";
import { readSubject } from "./read-subject.ts";
import type { Subject } from "./subject.ts";
import type { Environment } from "../../profile/interpolate.ts";
import { isSameTarget } from "../../reporters/history/is-same-target.ts";
import { paintFor } from "../../reporters/terminal/palette.ts";
import { toJson } from "../../reporters/to-json.ts";
import { UsageError } from "../usage-error.ts";

/** How two places are compared. */
export interface CompareOptions {
  readonly format: "text" | "markdown" | "json";
  /** Whether the results may be of different targets. */
  readonly across: boolean;
}

/** The text of a comparison, and its exit code. */
interface Compared {
  readonly text: string;
  readonly exitCode: 0 | 1;
}

/**
 * Compares the results at two places, or at more places side by side.
 * @throws {UsageError} when one cannot be read, or when they are results of different targets
 */
export async function comparePlaces(
  [first, second, ...others]: readonly [string, string, ...string[]],
  options: CompareOptions,
  env: Environment,
): Promise<Compared> {
  const [before, after] = [await readSubject(first, env), await readSubject(second, env)];
  const later: Subject[] = [];
  for (const place of others) later.push(await readSubject(place, env));
  if (!options.across) for (const one of [after, ...later]) assertSameTarget(before, one);
  return later.length === 0
    ? comparedPair(before, after, options.format, env)
    : comparedRuns([before, after, ...later], options.format, env);
}

function comparedRuns(
  subjects: readonly Subject[],
  format: CompareOptions["format"],
  env: Environment,
): Compared {
  const other = subjects.find(({ judges }) => !judges);
  if (other !== undefined)
    throw new UsageError(
      `Cannot compare ${other.name} with more than one other: it is not the result of a run. Compare two at a time`,
    );
  const matrix = matrixOf(subjects);
  const exitCode = matrix.regression ? 1 : 0;
  if (format === "json") return { text: toJson(matrix), exitCode };
  if (format === "markdown") return { text: matrixMarkdown(matrix), exitCode };
  return { text: `${matrixLines(matrix, paintFor(process.stdout, env)).join("\n")}\n`, exitCode };
}

function comparedPair(
  before: Subject,
  after: Subject,
  format: CompareOptions["format"],
  env: Environment,
): Compared {
  const comparison = compareSubjects(before, after);
  const exitCode = comparison.regression ? 1 : 0;
  if (format === "json") return { text: toJson(comparison), exitCode };
  if (format === "markdown") return { text: comparisonMarkdown(comparison), exitCode };
  return { text: `${comparisonLines(comparison, paintFor(process.stdout, env)).join("\n")}\n`, exitCode };
}

function assertSameTarget({ run: was }: Subject, { run: is }: Subject): void {
  if (was === undefined || is === undefined || isSameTarget(was.target, is.target)) return;
  const [first, second] = [was, is].map(({ target: { name, baseUrl } }) => `${name} (${baseUrl})`);
  throw new UsageError(
    `Cannot compare: the results are of different targets, ${first ?? ""} and ${second ?? ""}. To compare them anyway, add --across`,
  );
}
