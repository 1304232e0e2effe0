import type { SessionSetup } from "../session/session-setup.ts";
import { assertConfidential } from "./consent.ts";
import { leaveTarget } from "./departure.ts";
import { openLogbook } from "./logbook.ts";
import { leftoverSnapshot } from "./recovery.ts";
import type { Restoration } from "../engine/record/result.ts";
import type { VisitState } from "./visit-state.ts";
import type { VisitOptions } from "./visit.ts";

/**
 * Restores what killed runs have changed for the merchants of a profile. Skips merchants without a journal.
 * @throws {RefusedError} while a run uses one of them, or if a journal is unreadable
 */
export async function undoKilledRuns(
  setup: SessionSetup,
  { env = process.env }: Pick<VisitOptions, "env"> = {},
): Promise<readonly Restoration[]> {
  assertConfidential(setup.profile);
  const logbook = await openLogbook(setup.profile, env);
  const visit: VisitState = {
    setup,
    logbook,
    snapshots: new Map(),
    counts: { sent: 0, retried: 0, rateLimited: 0 },
    waiting: [],
    unread: [],
    announce: () => undefined,
  };
  for (const [index, { leftover }] of logbook.logs.entries()) {
    const name = setup.profile.merchants[index]?.name;
    if (leftover !== undefined && name !== undefined)
      visit.snapshots.set(index, leftoverSnapshot(name, leftover));
  }
  return leaveTarget(visit, setup.profile.limits.maxRequests);
}
