import { compare } from "./compare.ts";
import { comparisonLines, comparisonMarkdown } from "./comparison-text.ts";
import { readSubject } from "./read-subject.ts";
import { UnreadableResultError } from "./unreadable-result-error.ts";
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

/**
 * Compares what lies at two places.
 * @throws {UsageError} when one cannot be read, or when they are results of different targets
 */
export async function comparePlaces(
  places: readonly [string, string],
  { format, across }: CompareOptions,
  env: Environment,
): Promise<{ readonly text: string; readonly exitCode: 0 | 1 }> {
  const [before, after] = [await subject(places[0], env), await subject(places[1], env)];
  if (!across) assertSameTarget(before, after);
  const comparison = compare(before, after);
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

async function subject(place: string, env: Environment): Promise<Subject> {
  try {
    return await readSubject(place, env);
  } catch (error) {
    if (error instanceof UnreadableResultError) throw new UsageError(`Cannot compare ${error.message}`);
    throw error;
  }
}
