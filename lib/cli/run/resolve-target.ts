import { EMBEDDED } from "../../profile/fields/base-url.ts";
import { withEmbeddedEvents } from "../../profile/needs/embedded-events.ts";
import { withEnvironmentProxy } from "../../profile/options/environment-proxy.ts";
import type { Environment } from "../../profile/yaml/interpolate.ts";
import type { LoadedProfile } from "../../profile/load/load-profile.ts";
import { type Flags, type ResolvedOptions, resolveOptions } from "../../profile/options/resolve-options.ts";
import { withoutEffect } from "../../profile/needs/without-effect.ts";
import { withoutWrites } from "../../profile/needs/without-writes.ts";
import type { Secret } from "../../profile/load/secrets-of.ts";

/** The options of a run, the profile with them, the connection to the target, and the secrets. */
export interface ResolvedTarget extends ResolvedOptions {
  readonly secrets: readonly Secret[];
}

/**
 * Removes the operation bodies of the embedded reference for a target at another address. They do not apply there.
 * @throws {OptionsError} with every problem and its source
 */
export function resolveTarget(flags: Flags, env: Environment, loaded: LoadedProfile): ResolvedTarget {
  const { options, profile, ...places } = resolveOptions(flags, env, loaded);
  const isElsewhere = loaded.profile.baseUrl === EMBEDDED && profile.baseUrl !== EMBEDDED;
  const operations = isElsewhere
    ? {}
    : options.moves
      ? profile.operations
      : withoutEffect(profile.operations);
  const whole = { ...(isElsewhere ? profile : withEmbeddedEvents(profile)), operations };
  const target = options.readOnly ? withoutWrites(whole) : whole;
  return { options, profile: withEnvironmentProxy(target, env), ...places, secrets: loaded.secrets };
}
