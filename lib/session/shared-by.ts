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

/** Builds the part of a context that all checks of a session share. */
export function sharedBy(
  { profile, depth, seed }: SessionSetup,
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
    sleep: clock.sleep,
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
