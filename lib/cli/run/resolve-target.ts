import { withEmbeddedEvents } from "../../profile/embedded-events.ts";
import { withEnvironmentProxy } from "../../profile/environment-proxy.ts";
import type { Environment } from "../../profile/interpolate.ts";
import type { LoadedProfile } from "../../profile/load-profile.ts";
import { type Flags, type ResolvedOptions, resolveOptions } from "../../profile/resolve-options.ts";
import type { Secret } from "../../profile/secrets-of.ts";

/** The options of a run, the profile with them, the way to the target, and what must not be shown. */
export interface ResolvedTarget extends Pick<ResolvedOptions, "options" | "profile" | "sourceOf"> {
  readonly secrets: readonly Secret[];
}

/** @throws {OptionsError} with every problem and its source */
export function resolveTarget(flags: Flags, env: Environment, loaded: LoadedProfile): ResolvedTarget {
  const { options, profile, sourceOf } = resolveOptions(flags, env, loaded);
  return {
    options,
    profile: withEmbeddedEvents(withEnvironmentProxy(profile, env)),
    sourceOf,
    secrets: loaded.secrets,
  };
}
