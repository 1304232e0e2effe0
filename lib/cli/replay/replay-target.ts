import { shownAddress } from "../../profile/shown-address.ts";
import type { Environment } from "../../profile/interpolate.ts";
import { loadProfile } from "../../profile/load-profile.ts";
import { shownFile } from "../../files/shown-file.ts";
import { profileNames } from "../../profile/profile-location.ts";
import type { Profile } from "../../profile/profile-schema.ts";
import { type Flags, requestedProfile, resolveOptions } from "../../profile/resolve-options.ts";
import type { Capsule } from "../../reporters/capsule.ts";
import { UsageError } from "../usage-error.ts";

/** What a replay was given on the command line. */
export interface ReplayRequest {
  readonly file: string;
  readonly profile?: string;
  readonly baseUrl?: string;
  readonly mcpUrl?: string;
  readonly disposable?: true;
  readonly readOnly?: true;
  readonly curl?: true;
}

/** Where a capsule is replayed, and the flags of a run there. */
export interface ReplayTarget {
  readonly flags: Flags;
  readonly profile: Profile;
}

/**
 * A capsule may come from anybody: profile and address are the user's own, and the capsule only names a profile of ours.
 * @throws {UsageError} when the capsule was recorded elsewhere, or with a profile that has to be given.
 * @throws {ProfileError} or {OptionsError} with what to correct.
 */
export async function replayTarget(
  capsule: Capsule,
  request: ReplayRequest,
  env: Environment,
): Promise<ReplayTarget> {
  const { baseUrl, mcpUrl, disposable, readOnly } = request;
  const flags = {
    ...profileFlag(capsule, request, env),
    ...(baseUrl !== undefined && { baseUrl }),
    ...(mcpUrl !== undefined && { mcpUrl }),
    ...(disposable !== undefined && { disposable }),
    ...(readOnly !== undefined && { readOnly }),
    seed: String(capsule.seed),
    depth: capsule.depth,
  };
  const asked = requestedProfile(flags, env);
  const { profile, sourceOf } = resolveOptions(flags, env, await loadProfile(asked, env));
  if (sourceOf("baseUrl") === "profile" && profile.baseUrl !== capsule.baseUrl) {
    const [then, now] = toldApart(capsule.baseUrl, profile.baseUrl);
    throw new UsageError(
      `Cannot replay ${shownFile(request.file)}: it was recorded at ${then}, and the profile ${asked} names ${now}; say by --base-url which of them is meant`,
    );
  }
  return { flags, profile };
}

function profileFlag({ profile, target }: Capsule, request: ReplayRequest, env: Environment): Flags {
  if (request.profile !== undefined) return { profile: request.profile };
  if (env["CONFORMANCE_PROFILE"]) return {};
  if (profile !== undefined && profileNames().includes(profile)) return { profile };
  throw new UsageError(
    `Cannot replay ${shownFile(request.file)}: it was recorded with a profile that is not part of this package (${target.name}), and no profile is taken from a capsule; name yours by --profile`,
  );
}

/** By their origins, unless these are the same. */
function toldApart(one: string, other: string): readonly [string, string] {
  const [first, second] = [shownAddress(one), shownAddress(other)];
  return first === second ? [one, other] : [first, second];
}
