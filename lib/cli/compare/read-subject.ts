import { existsSync } from "node:fs";
import type { Environment } from "../../profile/interpolate.ts";
import { loadProfile } from "../../profile/load-profile.ts";
import { profileNames } from "../../profile/profile-location.ts";
import { readResult } from "../../reporters/stored/read-result.ts";
import { resultSubject } from "./result-subject.ts";
import type { Subject } from "./subject.ts";
import { UnreadableResultError } from "../../reporters/stored/unreadable-result-error.ts";

/**
 * Reads a folder of results, a result, or a profile by its name or file.
 * @throws {UnreadableResultError} for anything else
 * @throws {ProfileError} for a profile with faults
 */
export async function readSubject(place: string, env: Environment): Promise<Subject> {
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
  const { profile } = await loadProfile(place, env);
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
