import type { RequirementId } from "../../engine/requirement.ts";
import type { EventsContext } from "./events-context.ts";
import { inControl } from "./in-control.ts";

/** A look at deliveries that serves several checks: see {@link SharedLooks}. */
export type SharedLook = (context: EventsContext) => Promise<readonly RequirementId[]>;

type Check = (context: EventsContext) => Promise<void>;

/**
 * A check that passes if a shared look has seen its requirement kept. Otherwise the check looks for itself: see
 * {@link inControl}.
 */
export function afterLook(look: SharedLook, requirement: RequirementId, check: Check): Check {
  return inControl(async (context) => {
    if (!(await hasSeen(look, requirement, context))) await check(context);
  });
}

/** Whether a shared look has seen a requirement kept. Only runs at quick depth, with two merchants at most, make such looks. */
export async function hasSeen(
  look: SharedLook,
  requirement: RequirementId,
  context: EventsContext,
): Promise<boolean> {
  const { deliveries, effort, others } = context;
  if (!effort.isQuick || others.length > 1) return false;
  const kept = await deliveries.history.looks.make(look, async () => inReach(look, context));
  return kept.includes(requirement);
}

/** @throws {InconclusiveError} when the receiver could not be reached all the time */
async function inReach(look: SharedLook, context: EventsContext): Promise<readonly RequirementId[]> {
  const watch = context.deliveries.watch();
  const kept = await look(context);
  watch.assertNoLapse();
  return kept;
}
