import { compare } from "./compare.ts";
import { comparisonLines, comparisonMarkdown } from "./comparison-text.ts";
import { readSubject, SubjectError } from "./read-subject.ts";
import type { Environment } from "../../profile/interpolate.ts";
import { paintFor } from "../../reporters/terminal/palette.ts";
import { toJson } from "../../reporters/to-json.ts";
import { UsageError } from "../usage-error.ts";

/**
 * Compares what lies at two places.
 * @throws {UsageError} when one cannot be read
 */
export async function comparePlaces(
  [before, after]: readonly [string, string],
  format: "text" | "markdown" | "json",
  env: Environment,
): Promise<{ readonly text: string; readonly exitCode: 0 | 1 }> {
  const comparison = compare(await subject(before, env), await subject(after, env));
  const exitCode = comparison.regression ? 1 : 0;
  if (format === "json") return { text: toJson(comparison), exitCode };
  if (format === "markdown") return { text: comparisonMarkdown(comparison), exitCode };
  return { text: `${comparisonLines(comparison, paintFor(process.stdout, env)).join("\n")}\n`, exitCode };
}

async function subject(place: string, env: Environment): ReturnType<typeof readSubject> {
  try {
    return await readSubject(place, env);
  } catch (error) {
    if (error instanceof SubjectError) throw new UsageError(error.message);
    throw error;
  }
}
