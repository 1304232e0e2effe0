import type { Environment } from "../profile/interpolate.ts";
import type { RequestCounts, RunWaiting } from "../engine/result.ts";
import type { SessionSetup } from "../session/session-setup.ts";
import { lookIn, settleIn } from "./arrival.ts";
import { budgetOf } from "./request-budget.ts";
import { assertConsent } from "./consent.ts";
import { leave, type LeavingTerms } from "./departure.ts";
import { blankLogbook, openLogbook } from "./logbook.ts";
import type { Restoration } from "../engine/restoration.ts";
import { withUnusedIds } from "./unused-ids.ts";
import type { VisitState } from "./visit-state.ts";

export type { Restoration };

/** A run's visit to a target: what was there before, and the way to put it back. */
export interface Visit {
  /** What the run itself may use: the limits of the profile, less what coming and going takes. */
  readonly setup: SessionSetup;
  /** How long one answer takes over a kept connection, at best, in milliseconds. */
  readonly latencyMs: number;
  /** Requests of coming and going. */
  readonly counts: Readonly<RequestCounts>;
  /** What was waited outside of the checks, until the visit is left. */
  readonly waiting: readonly RunWaiting[];
  /**
   * Puts back what was there and says what could not be. Never throws for the target's fault.
   * @param sent how many requests the run has sent; default: all that it was allowed
   */
  leave(sent?: number, terms?: LeavingTerms): Promise<readonly Restoration[]>;
}

/** What a visit needs besides its setup. */
export interface VisitOptions {
  /** Variables that say where journals are kept. Default: those of this process. */
  readonly env?: Environment;
  /** Is told what an earlier run has left. Default: nobody is. */
  readonly announce?: (sentence: string) => void;
  /** Ends the arrival; what was changed by then is put back. Default: nothing does. */
  readonly signal?: AbortSignal;
}

/**
 * Reaches the target, puts back what a run that was killed has left, and notes what each merchant has, on disk too,
 * before anything is written. Until the visit is over no other run of this machine uses these merchants.
 *
 * @throws {RefusedError} without consent, while another run uses a merchant, or when no journal can be kept
 * @throws {UnreachableError} when there is no answer, or the credentials are refused
 */
export async function arrive(
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
        leave(visit, budget.left(counts.sent + sent), terms),
    };
  } catch (error) {
    await leave(visit, budget.left(counts.sent));
    throw error;
  }
}
