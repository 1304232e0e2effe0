import { compareSubjects } from "./compare.ts";
import { comparisonLines, comparisonMarkdown } from "./comparison-text.ts";
import type { Subject } from "./subject.ts";
import type { Environment } from "../../profile/yaml/interpolate.ts";
import { isSameTarget } from "../../reporters/history/is-same-target.ts";
import { paintFor } from "../../reporters/terminal/palette.ts";
import { toJson } from "../../reporters/text/to-json.ts";
import { UsageError } from "../usage-error.ts";
import { existsSync } from "node:fs";
import { loadProfile } from "../../profile/load/load-profile.ts";
import { profileNames } from "../../profile/yaml/profile-location.ts";
import { readResult } from "../results/read-result.ts";
import type { RunResult } from "../../reporters/stored/run-result.ts";
import { UnreadableResultError } from "../results/read-json-file.ts";

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
 * Compares the results at two places.
 * @throws {UsageError} when one cannot be read, or when they are results of different targets
 */
export async function comparePlaces(
  first: string,
  second: string,
  { format, across }: CompareOptions,
  env: Environment,
): Promise<Compared> {
  const [before, after] = [await readSubject(first, env), await readSubject(second, env)];
  if (!across) assertSameTarget(before, after);
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

/**
 * Reads a folder of results, a result, or a profile by its name or file.
 * @throws {UnreadableResultError} for anything else
 * @throws {ProfileError} for a profile with faults
 */
async function readSubject(place: string, env: Environment): Promise<Subject> {
  if (profileNames().includes(place) || /\.ya?ml$/.test(place)) return ofProfile(place, env);
  if (!existsSync(place)) {
    const profiles = profileNames().join(", ");
    throw new UnreadableResultError(
      place,
      `there is no such file or folder, and the built-in profiles are ${profiles}`,
    );
  }
  return resultSubject(readResult(place));
}

async function ofProfile(place: string, env: Environment): Promise<Subject> {
  const { pinnable } = await import("../catalogue.ts");
  const { profile } = await loadProfile(place, env, pinnable);
  const pins = Object.entries(profile.pins);
  return {
    name: `profile ${profile.name}`,
    ...(pins.length === 0 && {
      note: `The profile ${profile.name} has no pins, so there is no observation to compare. observe --pin --pin-into writes the observations of a target into a profile.`,
    }),
    judges: false,
    checks: [],
    observations: pins.map(([requirement, value]) => ({ requirement, value: { value, stable: true } })),
    facts: {
      "auth.mode": profile.auth.mode,
      ...Object.fromEntries(
        Object.entries(profile.auth.enforces).map(([name, value]) => [`auth.enforces.${name}`, value]),
      ),
      merchants: profile.merchants.length,
    },
  };
}

/** A result of a run as one side of a comparison. */
function resultSubject(result: RunResult): Subject {
  const { target, startedAt, label, checks, observations, coverage } = result;
  return {
    name: [target.name, ...(label === undefined ? [] : [label]), startedAt].join(", "),
    run: result,
    judges: checks.length > 0 || observations.length === 0,
    checks,
    operations: coverage.operations ?? [],
    observations,
    facts: { "auth.mode": target.authMode },
  };
}
