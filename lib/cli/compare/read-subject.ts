import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import type { z } from "zod";
import type { Environment } from "../../profile/interpolate.ts";
import { loadProfile } from "../../profile/load-profile.ts";
import { shownFile } from "../../files/shown-file.ts";
import { profileNames } from "../../profile/profile-location.ts";
import { readNamedFile, readRegularFile } from "../../files/read-regular-file.ts";
import { runResultSchema } from "../../reporters/run-result-schema.ts";
import { exceedsDepth } from "../../text/exceeds-depth.ts";
import type { Subject } from "./subject.ts";

/** What is to be compared cannot be read. */
export class SubjectError extends Error {
  override name = "SubjectError";
}

/** A result of everything takes about one. */
const MAX_MIB = 16;
/** What was observed is nested a few levels deep. */
const MAX_LEVELS = 64;
const RESULT_FILES = ["conformance.json", "observations.json"];

/**
 * A folder of results, a result, or a profile by its name or file.
 * @throws {SubjectError} when it is none of them
 * @throws {ProfileError} for a profile with faults
 */
export async function readSubject(place: string, env: Environment): Promise<Subject> {
  if (profileNames().includes(place) || /\.ya?ml$/.test(place)) return ofProfile(place, env);
  const { file, text } = resultAt(place);
  const result = runResultSchema.safeParse(json(file, text));
  if (!result.success) {
    throw new SubjectError(`Cannot compare ${shownFile(file)}: it is no result of a run`);
  }
  return ofResult(result.data);
}

/** A file is read as it is named; a folder may come from anybody. */
function resultAt(place: string): { readonly file: string; readonly text: string } {
  const found = statSync(place, { throwIfNoEntry: false });
  if (found === undefined) {
    throw new SubjectError(
      `Cannot compare ${place}: there is no such file or folder, and our profiles are ${profileNames().join(", ")}`,
    );
  }
  const inside = RESULT_FILES.map((name) => join(place, name)).find((file) => existsSync(file));
  if (found.isDirectory() && inside === undefined) {
    throw new SubjectError(`Cannot compare ${place}: it holds neither ${RESULT_FILES.join(" nor ")}`);
  }
  const file = inside ?? place;
  try {
    return { file, text: (inside === undefined ? readNamedFile : readRegularFile)(file, MAX_MIB) };
  } catch (error) {
    throw new SubjectError(
      `Cannot compare ${shownFile(file)}: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}

function json(file: string, text: string): unknown {
  if (exceedsDepth(text, MAX_LEVELS)) {
    throw new SubjectError(`Cannot compare ${shownFile(file)}: it is nested too deeply`);
  }
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new SubjectError(`Cannot compare ${shownFile(file)}: ${String(error)}`);
  }
}

function ofResult(result: z.output<typeof runResultSchema>): Subject {
  const { target, startedAt, label, verdict, exitCode, requests, depth, selection } = result;
  return {
    name: [target.name, ...(label === undefined ? [] : [label]), startedAt].join(", "),
    run: { verdict, exitCode, requests, depth, target, selection },
    judges: result.checks.length > 0 || result.observations.length === 0,
    checks: result.checks.map((check) => ({
      requirement: check.requirement,
      verdict: check.verdict,
      code: check.code,
      follows: check.follows,
      ...whyOf(check),
    })),
    operations: new Map(result.coverage?.operations?.map(({ operation, state }) => [operation, state])),
    observations: result.observations.map(({ requirement, value }) => ({ requirement, value })),
    facts: { "auth.mode": target.authMode },
  };
}

function whyOf({ violation, reason }: z.output<typeof runResultSchema>["checks"][number]): { why?: string } {
  if (violation !== undefined) return { why: `expected ${violation.expected}, got ${violation.actual}` };
  return reason === undefined ? {} : { why: reason };
}

async function ofProfile(place: string, env: Environment): Promise<Subject> {
  const { profile } = await loadProfile(place, env);
  const pins = Object.entries(profile.pins);
  return {
    name: `profile ${profile.name}`,
    ...(pins.length === 0 && {
      note: `The profile ${profile.name} pins nothing: there is no observation to compare. observe --pin --pin-into writes what a target does into a profile.`,
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
