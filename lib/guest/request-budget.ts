import type { Profile } from "../profile/schema/profile-schema.ts";
import type { SessionSetup } from "../session/session-setup.ts";

/** A restoration takes at most sixteen requests, if reads lag. The others are for network failures. */
const RESERVED_PER_MERCHANT = 24;
/** The restoration of a tool's write takes eight. */
const RESERVED_FOR_TOOLS = 16;

/**
 * Divides limits.maxRequests between arrival, run and departure: the setup of the run after the requests of the arrival,
 * and how many requests are left after so many.
 */
export function budgetOf({ limits, merchants, mcp }: Profile) {
  const ofTools = mcp.url === null || mcp.write === null ? 0 : RESERVED_FOR_TOOLS;
  const reserved = merchants.length * RESERVED_PER_MERCHANT + ofTools;
  const left = (sent: number) => Math.max(limits.maxRequests - sent, 0);
  return {
    forRun: (setup: SessionSetup, sent: number) => withMaxRequests(setup, Math.max(left(sent) - reserved, 0)),
    left,
  };
}

export function withMaxRequests(setup: SessionSetup, maxRequests: number): SessionSetup {
  const { profile } = setup;
  return { ...setup, profile: { ...profile, limits: { ...profile.limits, maxRequests } } };
}
