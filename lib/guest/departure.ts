import { setTimeout as sleep } from "node:timers/promises";
import { queryDraft } from "../api/request/draft.ts";
import { InconclusiveError, Violation } from "../engine/record/verdict.ts";
import { type OpenTarget, openTarget } from "../session/open-target.ts";
import type { SessionSetup } from "../session/session-setup.ts";
import { withTheirClock } from "../session/their-clock.ts";
import { withMaxRequests } from "./request-budget.ts";
import type { Restoration } from "../engine/record/result.ts";
import { type RestorationAttempt, restoreMerchant } from "./restoration.ts";
import { putToolsBack } from "./tool-restoration.ts";
import { isToolWritesFile } from "./tool-writes.ts";
import { addCounts, foreignTo, runIdsOf, type VisitState } from "./visit-state.ts";

/**
 * Pauses between attempts at a restoration after network failures. If all attempts fail, the other merchants
 * get one attempt each.
 */
const PAUSES_MS = [1_000, 2_000, 4_000] as const;

/** Pauses for a target that may have locked the merchants out for some time. */
const PATIENT_PAUSES_MS = [...PAUSES_MS, 8_000, 16_000] as const;

/**
 * Restores every reached merchant, without a time limit of the run. Then removes the journals of restored
 * merchants, and of those that no run can restore further. Other runs may use them again.
 */
export async function leaveTarget(
  visit: VisitState,
  maxRequests: number,
  isPatient = false,
): Promise<readonly Restoration[]> {
  const { logbook, snapshots, setup, unread } = visit;
  try {
    if (snapshots.size === 0 && !isToolWritesFile(logbook.toolsFile)) return unread;
    const target = await openTarget(withMaxRequests({ ...unhurried(setup), tireless: true }, maxRequests));
    try {
      await alignClock(target);
      const restorations: Restoration[] = [...unread];
      let pauses: readonly number[] = isPatient ? PATIENT_PAUSES_MS : PAUSES_MS;
      const isVain = ({ final, answered }: RestorationAttempt) => (isPatient ? !final : !answered);
      for (const [index, snapshot] of snapshots) {
        const merchant = target.shared.merchants[index];
        if (merchant === undefined) continue;
        const runUrls = { urls: target.shared.urls, isForeign: foreignTo(visit, runIdsOf(visit, index)) };
        const tried = await attempt(async () => restoreMerchant(merchant, snapshot, runUrls), pauses, isVain);
        const { restoration, final } = tried;
        if (isVain(tried)) pauses = [];
        if (final) logbook.logs[index]?.remove();
        restorations.push(told(restoration, final, target));
      }
      const ofTools = await putToolsBack(visit, target);
      if (ofTools !== undefined) restorations.push(told(ofTools.restoration, ofTools.final, target));
      return restorations;
    } finally {
      addCounts(visit, target);
      await target.close();
    }
  } finally {
    logbook.close();
  }
}

async function attempt(
  again: () => Promise<RestorationAttempt>,
  pauses: readonly number[],
  isVain: (tried: RestorationAttempt) => boolean,
): Promise<RestorationAttempt> {
  for (const pauseMs of pauses) {
    const tried = await again();
    if (!isVain(tried)) return tried;
    await sleep(pauseMs);
  }
  return again();
}

/** In signed mode the target may accept requests only by its own clock. */
async function alignClock(target: OpenTarget): Promise<void> {
  const [merchant] = target.shared.merchants;
  if (!target.signed || merchant === undefined) return;
  try {
    await withTheirClock(target, merchant, await merchant.send(queryDraft("open")));
  } catch (error) {
    if (!(error instanceof InconclusiveError || error instanceof Violation)) throw error;
  }
}

function told({ note, ...restoration }: Restoration, final: boolean, { recorder }: OpenTarget): Restoration {
  if (note === undefined) return restoration;
  const text = recorder.redact(note);
  if (final) return { ...restoration, note: text };
  return { ...restoration, note: `${text.replace(/\.?$/, ".")} \`restore\` tries again.` };
}

function unhurried({ deadlineAt: _deadlineAt, ...setup }: SessionSetup): SessionSetup {
  return setup;
}
