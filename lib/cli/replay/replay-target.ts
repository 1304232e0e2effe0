import { shownAddress } from "../../profile/fields/shown-address.ts";
import type { Environment } from "../../profile/yaml/interpolate.ts";
import { loadProfile } from "../../profile/load/load-profile.ts";
import { shownFile } from "../../files/shown-file.ts";
import { profileNames } from "../../profile/yaml/profile-location.ts";
import type { Profile } from "../../profile/schema/profile-schema.ts";
import { type Flags, requestedProfile, resolveOptions } from "../../profile/options/resolve-options.ts";
import type { Capsule } from "../../reporters/run/capsule.ts";
import { UsageError } from "../usage-error.ts";

export interface ReplayRequest {
  readonly file: string;
  readonly profile?: string;
  readonly baseUrl?: string;
  readonly mcpUrl?: string;
  readonly disposable?: true;
  readonly readOnly?: true;
  readonly curl?: true;
}

/**
 * Returns the target of a replay, and the flags of a run there. A capsule is not trusted. Profile and address come from the user; the capsule may only name a profile of
 * this package.
 * @throws {UsageError} if the capsule was recorded elsewhere, or with a profile that the user must name
 * @throws {ProfileError} or {OptionsError} with the correction
 */
export async function replayTarget(
  capsule: Capsule,
  request: ReplayRequest,
  env: Environment,
): Promise<{ readonly flags: Flags; readonly profile: Profile }> {
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
      `Cannot replay ${shownFile(request.file)}: it was recorded at ${then}, and the profile ${asked} names ${now}. Name the address by --base-url`,
    );
  }
  return { flags, profile };
}

function profileFlag({ profile, target }: Capsule, request: ReplayRequest, env: Environment): Flags {
  if (request.profile !== undefined) return { profile: request.profile };
  if (env["CONFORMANCE_PROFILE"]) return {};
  if (profile !== undefined && profileNames().includes(profile)) return { profile };
  throw new UsageError(
    `Cannot replay ${shownFile(request.file)}: it was recorded with a profile that is not part of this package (${target.name}). Name your profile by --profile`,
  );
}

/** Compares origins, or whole addresses if the origins are equal. */
function toldApart(one: string, other: string): readonly [string, string] {
  const [first, second] = [shownAddress(one), shownAddress(other)];
  return first === second ? [one, other] : [first, second];
}
