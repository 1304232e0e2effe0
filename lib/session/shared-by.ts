import { decideByListening } from "../engine/decide-by-listening.ts";
import type { RequirementId } from "../engine/requirement.ts";
import type { Context } from "./requirement.ts";
import { claimsOf } from "./claims-of.ts";
import { refusalsOf } from "./refusals-of.ts";
import type { RunParts } from "./run-parts.ts";
import type { Shared } from "./session-context.ts";

type OfLane = Pick<Shared, "merchants" | "mcp" | "findings">;

/** A pause gives a target time to change by itself. The embedded reference never does, so a run waits no longer for it. */
const LONGEST_EMBEDDED_PAUSE_MS = 20;

/** Builds the part of a context that all checks of a lane share. */
export function sharedBy(
  {
    setup,
    requirements,
    clock,
    urls,
    operations,
    deliveries,
    seen,
    theirClock,
    allowances,
    signer,
  }: RunParts,
  { merchants, mcp, findings }: OfLane,
): Shared & { existed: boolean } {
  const { profile, depth, seed, ephemeral } = setup;
  const shared = {
    merchants,
    issuedKeys: new Set(profile.merchants.map(({ apiKey }) => apiKey)),
    urls,
    operations,
    deliveries,
    mcp,
    findings,
    seen,
    signer,
    now: () => theirClock.now(),
    lag: allowances.lag,
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
