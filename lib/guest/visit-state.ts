import type { Restoration } from "../engine/restoration.ts";
import type { RequestCounts, RunWaiting } from "../engine/result.ts";
import type { OpenTarget } from "../session/open-target.ts";
import type { SessionSetup } from "../session/session-setup.ts";
import { CallbackUrls } from "../api/webhook/model/callback-urls.ts";
import type { Logbook } from "./logbook.ts";
import type { Snapshot } from "./snapshot.ts";

/** What coming to a target and leaving it share. */
export interface VisitState {
  readonly setup: SessionSetup;
  readonly logbook: Logbook;
  /** What is to be put back, by the merchant's position in the profile. */
  readonly snapshots: Map<number, Snapshot>;
  readonly counts: RequestCounts;
  /** What the targets of the visit have waited, each by reason. */
  readonly waiting: RunWaiting[];
  /** What killed runs have noted and cannot be read, as the end of the visit tells it. */
  readonly unread: Restoration[];
  readonly announce: (sentence: string) => void;
}

/** Ids of the runs that may have written the merchant's configuration: this one, and killed ones before it. */
export function runIdsOf({ setup, logbook }: VisitState, merchant: number): string[] {
  return [...(logbook.logs[merchant]?.leftover?.runIds ?? []), setup.runId];
}

/** Whether a callback URL was registered by somebody else than these runs, and after the snapshots were taken. */
export function foreignTo(
  { setup, snapshots }: VisitState,
  runIds: readonly string[],
): (callbackUrl: string) => boolean {
  const runs = runIds.map((runId) => new CallbackUrls({ ...setup.profile.callback, runId }));
  return (callbackUrl) =>
    runs.every((urls) => urls.isForeign(callbackUrl)) &&
    [...snapshots.values()].every(({ configuration }) => configuration?.callbackUrl !== callbackUrl);
}

/** Adds the requests of a target, and what it has waited, to those of the visit. */
export function count({ counts, waiting }: VisitState, target: OpenTarget): void {
  waiting.push(...target.waiting);
  counts.sent += target.counts.sent;
  counts.retried += target.counts.retried;
  counts.rateLimited += target.counts.rateLimited;
}
