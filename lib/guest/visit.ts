import type { Environment } from "../profile/interpolate.ts";
import type { RequestCounts, RunWaiting } from "../engine/result.ts";
import type { SessionSetup } from "../session/session-setup.ts";
import { lookIn, settleIn } from "./arrival.ts";
import { budgetOf } from "./request-budget.ts";
import { assertConsent } from "./consent.ts";
import { leaveTarget, type LeavingTerms } from "./departure.ts";
import { blankLogbook, openLogbook } from "./logbook.ts";
import type { Restoration } from "../engine/restoration.ts";
import { withUnusedIds } from "./unused-ids.ts";
import type { VisitState } from "./visit-state.ts";

export type { Restoration };

/** A run's visit to a target: the snapshots, and their restoration. */
export interface Visit {
  /** The setup of the run itself: the limits of the profile, less the requests of arrival and departure. */
  readonly setup: SessionSetup;
  /** The shortest answer time, in milliseconds. */
  readonly latencyMs: number;
  /** Requests of arrival and departure. */
  readonly counts: Readonly<RequestCounts>;
  /** Waits outside of the checks, until the end of the visit. */
  readonly waiting: readonly RunWaiting[];
  /**
   * Restores the target and reports failures. Never throws for a fault of the target.
   * @param sent requests of the run. Default: its whole budget
   */
  leave(sent?: number, terms?: LeavingTerms): Promise<readonly Restoration[]>;
}

/** Inputs of a visit besides its setup. */
export interface VisitOptions {
  /** Variables that locate the journals. Default: those of this process. */
  readonly env?: Environment;
  /** Receives notes about earlier runs. Default: none. */
  readonly announce?: (sentence: string) => void;
  /** Ends the arrival and restores its changes. Default: none. */
  readonly signal?: AbortSignal;
}

/**
 * Reaches the target, restores the changes of a killed run, and saves the configuration of each merchant,
 * also on disk, before any write. Until the end of the visit no other run of this machine uses these
 * merchants.
 * @throws {RefusedError} without consent, while another run uses a merchant, or if no journal can be written
 * @throws {UnreachableError} without an answer, or if the credentials are rejected
 */
export async function arriveAtTarget(
  setup: SessionSetup,
  { env = process.env, announce = () => undefined, signal }: VisitOptions = {},
): Promise<Visit> {
  const { profile } = setup;
  assertConsent(profile);
  const isTraceless = setup.ephemeral === true || profile.run.readOnly;
  const logbook = isTraceless ? blankLogbook(profile) : await openLogbook(profile, env);
  const counts = { sent: 0, retried: 0, rateLimited: 0 };
  const waiting: RunWaiting[] = [];
  const budget = budgetOf(profile);
  const visit: VisitState = { setup, logbook, snapshots: new Map(), counts, waiting, unread: [], announce };
  try {
    const unused = { ...setup, profile: withUnusedIds(profile, logbook.movesFile) };
    const { latencyMs } = await (profile.run.readOnly ? lookIn : settleIn)(visit, signal);
    const forRun = budget.forRun(unused, counts.sent);
    return {
      setup: {
        ...forRun,
        moves: { file: logbook.movesFile },
        ...(logbook.toolsFile !== null && { toolWrites: { file: logbook.toolsFile } }),
      },
      latencyMs,
      counts,
      waiting,
      leave: async (sent = forRun.profile.limits.maxRequests, terms = {}) =>
        leaveTarget(visit, budget.left(counts.sent + sent), terms),
    };
  } catch (error) {
    await leaveTarget(visit, budget.left(counts.sent));
    throw error;
  }
}
