import type { Environment } from "../profile/yaml/interpolate.ts";
import type { RequestCounts, RunWaiting, Restoration } from "../engine/record/result.ts";
import type { SessionSetup } from "../session/session-setup.ts";
import { arriveAt } from "./arrival.ts";
import { budgetOf } from "./request-budget.ts";
import { assertConsent } from "./consent.ts";
import { leaveTarget } from "./departure.ts";
import { blankLogbook, openLogbook } from "./logbook.ts";
import type { VisitState } from "./visit-state.ts";
import { type MoveLog, moveLog } from "../api/operations/move-log.ts";
import { RefusedError } from "./refused-error.ts";
import type { Profile } from "../profile/schema/profile-schema.ts";

export type { Restoration };

/** A run's visit to a target: the snapshots, and their restoration. */
export interface Visit {
  /** The setup of the run itself: the limits of the profile, less the requests of arrival and departure. */
  readonly setup: SessionSetup;
  /** The median answer time, in milliseconds. */
  readonly latencyMs: number;
  /** Requests of arrival and departure. */
  readonly counts: Readonly<RequestCounts>;
  /** Waits outside of the checks, until the end of the visit. */
  readonly waiting: readonly RunWaiting[];
  /**
   * Restores the target and reports failures. Never throws for a fault of the target.
   * @param sent requests of the run. Default: its whole budget
   * @param isPatient whether the target may reject now and accept later. Default: a rejection is final
   */
  leave(sent?: number, isPatient?: boolean): Promise<readonly Restoration[]>;
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
 * Reaches the target, restores the changes of a killed run, and saves the configuration of each merchant, also on disk,
 * before any write. Until the end of the visit no other run of this machine uses these merchants.
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
    const latencyMs = await arriveAt(visit, signal);
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
      leave: async (sent = forRun.profile.limits.maxRequests, isPatient = false) =>
        leaveTarget(visit, budget.left(counts.sent + sent), isPatient),
    };
  } catch (error) {
    await leaveTarget(visit, budget.left(counts.sent));
    throw error;
  }
}

/**
 * Removes used ids from the lists of a profile, so that a run announces the id that it will use.
 * @throws {RefusedError} if the list of used ids is unreadable
 */
function withUnusedIds(profile: Profile, movesFile: string | null): Profile {
  const log = readableLog(movesFile);
  const operations = Object.entries(profile.operations).map(([name, operation]) => {
    const { ids } = operation;
    if (ids === undefined) return [name, operation];
    const used = log.used(name);
    return [name, { ...operation, ids: { ...ids, values: ids.values.filter((id) => !used.has(id)) } }];
  });
  return { ...profile, operations: Object.fromEntries(operations) };
}

function readableLog(file: string | null): MoveLog {
  try {
    return moveLog(file);
  } catch {
    throw new RefusedError(
      `Cannot read ${file}, where runs note what they call with a permanent effect: it is damaged, or not a file of this suite. ` +
        "Look into it, remove the used ids from the profile, and delete the file.",
    );
  }
}
