import type { RequestCounts, RunWaiting, Restoration } from "../engine/record/result.ts";
import type { OpenTarget } from "../session/open-target.ts";
import type { SessionSetup } from "../session/session-setup.ts";
import { CallbackUrls } from "../api/webhook/model/callback-urls.ts";
import type { Logbook } from "./logbook.ts";
import type { Snapshot } from "./snapshot.ts";

/** State that the arrival and the departure share. */
export interface VisitState {
  readonly setup: SessionSetup;
  readonly logbook: Logbook;
  /** The snapshots to restore, by the merchant's position in the profile. */
  readonly snapshots: Map<number, Snapshot>;
  readonly counts: RequestCounts;
  /** Waits of the targets of the visit, by reason. */
  readonly waiting: RunWaiting[];
  /** Unreadable files of killed runs, for the report at the end of the visit. */
  readonly unread: Restoration[];
  readonly announce: (sentence: string) => void;
}

/** Ids of the runs that may have written the merchant's configuration: this one, and killed ones before it. */
export function runIdsOf({ setup, logbook }: VisitState, merchant: number): string[] {
  return [...(logbook.logs[merchant]?.leftover?.runIds ?? []), setup.runId];
}

/** Whether another client has registered a callback URL after the snapshots. */
export function foreignTo(
  { setup, snapshots }: VisitState,
  runIds: readonly string[],
): (callbackUrl: string) => boolean {
  const runs = runIds.map((runId) => new CallbackUrls({ ...setup.profile.callback, runId }));
  return (callbackUrl) =>
    runs.every((urls) => urls.isForeign(callbackUrl)) &&
    [...snapshots.values()].every(({ configuration }) => configuration?.callbackUrl !== callbackUrl);
}

/** Adds the requests and waits of a target to those of the visit. */
export function addCounts({ counts, waiting }: VisitState, target: OpenTarget): void {
  waiting.push(...target.waiting);
  counts.sent += target.allCounts.sent;
  counts.retried += target.allCounts.retried;
  counts.rateLimited += target.allCounts.rateLimited;
}
