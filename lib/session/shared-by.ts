import { decideByListening } from "../engine/decide-by-listening.ts";
import type { RequirementId } from "../engine/requirement.ts";
import type { Context, Requirement } from "./requirement.ts";
import { claimsOf } from "./claims-of.ts";
import { refusalsOf } from "./refusals-of.ts";
import type { Shared } from "./session-context.ts";
import type { Clock, SessionSetup } from "./session-setup.ts";

type Parts = Pick<
  Shared,
  "merchants" | "urls" | "operations" | "deliveries" | "mcp" | "findings" | "seen" | "now" | "lag" | "signer"
> & { readonly clock: Clock };

/** A pause gives a target time to change by itself. The embedded reference never does, so a run waits no longer for it. */
const LONGEST_EMBEDDED_PAUSE_MS = 20;

/** Builds the part of a context that all checks of a session share. */
export function sharedBy(
  { profile, depth, seed, ephemeral }: SessionSetup,
  requirements: readonly Requirement[],
  { clock, ...parts }: Parts,
): Shared & { existed: boolean } {
  const { findings, seen } = parts;
  const shared = {
    ...parts,
    claims: claimsOf(profile),
    refusals: () => refusalsOf(profile, requirements, findings),
    depth,
    seed,
    sleep: async (ms: number) =>
      clock.sleep(ephemeral === true ? Math.min(ms, LONGEST_EMBEDDED_PAUSE_MS) : ms),
    pins: profile.pins,
    measures: profile.observe,
    existed: false,
    existedBefore: () => shared.existed,
    decideByListening: (id: RequirementId, context: Context) => {
      const requirement = requirements.find((one) => one.id === id);
      if (requirement !== undefined)
        decideByListening(requirement, { findings, returned: seen.returned }, context);
    },
  };
  return shared;
}
