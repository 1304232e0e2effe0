import type { Depth } from "../engine/requirement/effort.ts";
import type { Requirement, RequirementId } from "../engine/requirement/requirement.ts";
import { asksMcp } from "../session/lanes-of.ts";
import measured from "./measured-requests.json" with { type: "json" };

type Asked = Requirement<never, never, never>;

/** Requests at each depth, by the id of a requirement. Any other requirement sends none. */
type MeasuredRequests = Readonly<Record<string, readonly number[]>>;

const DEPTHS: readonly Depth[] = ["quick", "standard", "deep"];
/** Requests before the first check. */
const OPENING = "opening";

/** The settings of a run that decide how many requests it sends. */
export interface RequestScale {
  readonly depth: Depth;
  readonly readOnly: boolean;
}

export function requestsOf(selected: readonly Asked[], scale: RequestScale): number {
  const opening = selected.every(asksMcp) ? 0 : measuredRequests(OPENING, scale);
  const requests = [...requestsOfEach(selected, scale).values()].reduce((sum, one) => sum + one, opening);
  return Math.ceil(requests / 10) * 10;
}

/** Estimates the requests of each requirement: those that its check sends to the reference. */
export function requestsOfEach(
  selected: readonly Asked[],
  scale: RequestScale,
): ReadonlyMap<RequirementId, number> {
  return new Map(selected.map(({ id }) => [id, measuredRequests(id, scale)]));
}

function measuredRequests(name: string, { depth, readOnly }: RequestScale): number {
  const requests: MeasuredRequests = readOnly ? measured.readOnly : measured.writing;
  return requests[name]?.[DEPTHS.indexOf(depth)] ?? 0;
}
