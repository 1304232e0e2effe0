import type { Merchant } from "../api/merchant/merchant.ts";
import type { OpenTarget } from "../session/open-target.ts";
import type { JournalEntry } from "./journal.ts";
import type { MerchantLog } from "./logbook.ts";
import { restoreMerchant } from "./restoration.ts";
import type { Snapshot } from "./snapshot.ts";
import { foreignTo, type VisitState } from "./visit-state.ts";

/** A merchant, its current configuration, and the entry of an earlier run. */
export interface Found {
  readonly merchant: Merchant;
  readonly found: Snapshot;
  readonly log: MerchantLog;
  readonly visit: VisitState;
  readonly target: OpenTarget;
  readonly runIds: readonly string[];
}

/**
 * Restores the changes of a killed run.
 * @returns the configuration to restore at the end: that before the killed run, or before this one
 */
export async function recoverMerchant({
  merchant,
  found,
  log,
  visit,
  target,
  runIds,
}: Found): Promise<Snapshot> {
  const { leftover } = log;
  if (leftover === undefined) return found;
  const before = leftoverSnapshot(merchant.name, leftover);
  const isForeign = foreignTo({ ...visit, snapshots: new Map([[0, before]]) }, runIds);
  const opening = `A run that began ${leftover.startedAt} was killed before it restored merchant ${merchant.name}.`;
  const url = found.configuration?.callbackUrl;
  if (url !== undefined && isForeign(url)) {
    visit.announce(
      `${opening} Another client has registered a callback URL since then. The run does not change it.`,
    );
    return found;
  }
  const { restoration } = await restoreMerchant(merchant, before, { urls: target.shared.urls, isForeign });
  const { outcome, note } = restoration;
  const why = note === undefined ? "" : `: ${target.recorder.redact(note)}`;
  visit.announce(`${opening} Now it is ${outcome}${why}`);
  return before;
}

export function leftoverSnapshot(merchant: string, { configuration }: JournalEntry): Snapshot {
  return { merchant, configuration: configuration ?? undefined };
}
