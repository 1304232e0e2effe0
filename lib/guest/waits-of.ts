import { areaOf } from "../engine/catalogue.ts";
import type { Budget, Depth } from "../engine/effort.ts";
import type { Requirement, RequirementId } from "../engine/requirement.ts";
import type { Profile } from "../profile/profile-schema.ts";

type Asked = Requirement<never, never, never>;

const AREA = "delivery";
/** How often the area waits until nothing has come, one wait after the other. */
const ABSENCES: Budget = { quick: 2, standard: 16, deep: 16 };
/** Its other pauses, in seconds. */
const PAUSES: Budget = { quick: 0, standard: 20, deep: 48 };

/**
 * Estimates how long each requirement waits on purpose, in seconds, besides the time of its requests: an equal share of
 * the waits for deliveries. The retries of the target come on top.
 */
export function waitsOfEach(
  selected: readonly Asked[],
  all: readonly Asked[],
  { events }: Pick<Profile, "events">,
  depth: Depth,
): ReadonlyMap<RequirementId, number> {
  const isWaiting = ({ id }: Asked) => areaOf(id) === AREA;
  const absenceSeconds = events.absenceSeconds ?? events.waitSeconds;
  const size = new Set([...all, ...selected].filter(isWaiting)).size;
  const share = (ABSENCES[depth] * absenceSeconds + PAUSES[depth]) / Math.max(size, 1);
  return new Map(selected.map((one) => [one.id, isWaiting(one) ? share : 0]));
}
