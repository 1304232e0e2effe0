import { areaOf } from "../engine/requirement/catalogue.ts";
import type { Budget, Depth } from "../engine/requirement/effort.ts";
import type { Requirement, RequirementId } from "../engine/requirement/requirement.ts";
import type { Profile } from "../profile/schema/profile-schema.ts";

type Asked = Requirement<never, never, never>;

const AREA = "delivery";
/** How often the area waits until nothing has come, one wait after the other. */
const ABSENCES: Budget = { quick: 2, standard: 8, deep: 8 };
/** Its other pauses, in seconds. The embedded reference ends them at once: its own time-outs are short. */
const PAUSES: Budget = { quick: 0, standard: 20, deep: 48 };

export interface WaitTerms {
  readonly profile: Pick<Profile, "events">;
  readonly depth: Depth;
  /** Whether the target is the embedded reference. Default: no. */
  readonly ephemeral?: boolean;
}

/**
 * Estimates how long each requirement waits on purpose, in seconds, besides the time of its requests: an equal share of
 * the waits for deliveries. The retries of the target come on top.
 */
export function waitsOfEach(
  selected: readonly Asked[],
  all: readonly Asked[],
  { profile: { events }, depth, ephemeral }: WaitTerms,
): ReadonlyMap<RequirementId, number> {
  const isWaiting = ({ id }: Asked) => areaOf(id) === AREA;
  const absenceSeconds = events.absenceSeconds ?? events.waitSeconds;
  const size = new Set([...all, ...selected].filter(isWaiting)).size;
  const pauses = ephemeral === true ? 0 : PAUSES[depth];
  const share = (ABSENCES[depth] * absenceSeconds + pauses) / Math.max(size, 1);
  return new Map(selected.map((one) => [one.id, isWaiting(one) ? share : 0]));
}
