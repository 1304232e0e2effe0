import { areaOf, type Catalogue } from "../engine/requirement/catalogue.ts";
import type { Lanes, LanePlace } from "../engine/run/lanes.ts";
import type { RequirementId } from "../engine/requirement/requirement.ts";
import { mcpAddress } from "../profile/needs/mcp-needs.ts";
import { trigger } from "../profile/needs/needs.ts";
import type { MerchantCredentials, Profile } from "../profile/schema/profile-schema.ts";
import type { Requirement } from "./requirement.ts";

type Facts = Pick<Profile, "merchants" | "run">;

const MERCHANTS_OF_A_LANE = 2;
/**
 * The areas whose checks act on any merchant. Checks of credentials act on the first lane: a target that takes a wrong key
 * may act for any merchant, and their calls of other operations are those of the first merchant.
 */
const SHARED_GROUP = "webhook";

/** Divides the checks of a run: each pair of merchants is a lane, and the MCP service is checked beside them. */
export function lanesOf(
  profile: Facts,
  { groups }: Pick<Catalogue, "groups">,
  costs: ReadonlyMap<RequirementId, number>,
): Lanes<Requirement> {
  const placeOf = (requirement: Requirement): LanePlace => {
    if (asksMcp(requirement)) return "beside";
    return groups.get(areaOf(requirement.id)) === SHARED_GROUP ? "any" : "first";
  };
  return { count: countLanes(profile), placeOf, costOf: ({ id }) => costs.get(id) ?? 0 };
}

/** Whether a requirement is checked at the MCP service. */
export function asksMcp({ needs = [] }: { readonly needs?: readonly unknown[] }): boolean {
  return needs.includes(mcpAddress);
}

/** Whether a requirement is checked by events. */
export function asksEvents({ needs = [] }: { readonly needs?: readonly unknown[] }): boolean {
  return needs.includes(trigger);
}

/** How many lanes the merchants of a profile make. A read-only run has one: it sends few requests. */
export function countLanes({ merchants, run }: Facts): number {
  if (run.readOnly) return 1;
  return Math.max(Math.floor(merchants.length / MERCHANTS_OF_A_LANE), 1);
}

/** The merchants of a lane. Where there is one lane, it has all of them. */
export function merchantsOf(profile: Facts, lane: number): readonly MerchantCredentials[] {
  const { merchants } = profile;
  if (countLanes(profile) === 1) return merchants;
  return merchants.slice(lane * MERCHANTS_OF_A_LANE, (lane + 1) * MERCHANTS_OF_A_LANE);
}
