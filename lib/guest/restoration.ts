import { configurationIn, describeAnswer, succeeded } from "../client/answer.ts";
import { disableDraft, queryDraft, registerDraft } from "../client/draft.ts";
import type { Merchant } from "../client/merchant.ts";
import { differences } from "../model/compare.ts";
import { InconclusiveError, Violation } from "../verdict.ts";
import { show } from "../wire/finding.ts";
import { type Snapshot, storedConfiguration, type StoredConfiguration } from "./snapshot.ts";

/** What became of a merchant's configuration after the run. */
export interface Restoration {
  readonly merchant: string;
  readonly outcome: "restored" | "nothing to restore" | "not restored";
  /** What could not be put back, and why. */
  readonly note?: string;
}

/** A restoration, and whether trying again later is of any use. */
export interface Attempt {
  readonly restoration: Restoration;
  /** True when everything is back, or when nothing can put back the rest. */
  readonly final: boolean;
  /** False when the network stood in the way. */
  readonly answered: boolean;
}

type Outcome = Omit<Restoration, "merchant"> & { readonly final: boolean };

/**
 * Puts a merchant's configuration back and verifies it by query. Nothing is written when nothing has changed, nor
 * when somebody else has registered a callback URL since. Never throws for the target's fault.
 */
export async function restore(
  merchant: Merchant,
  { configuration: before }: Snapshot,
  isForeign: (callbackUrl: string) => boolean,
): Promise<Attempt> {
  try {
    const { final, ...outcome } = await outcomeOf(merchant, before, isForeign);
    return { restoration: { merchant: merchant.name, ...outcome }, final, answered: true };
  } catch (error) {
    if (!(error instanceof InconclusiveError || error instanceof Violation)) throw error;
    return {
      restoration: { merchant: merchant.name, outcome: "not restored", note: error.message },
      final: false,
      answered: false,
    };
  }
}

async function outcomeOf(
  merchant: Merchant,
  before: StoredConfiguration | undefined,
  isForeign: (callbackUrl: string) => boolean,
): Promise<Outcome> {
  const now = await read(merchant);
  const url = now?.callbackUrl;
  if (url !== undefined && url !== before?.callbackUrl && isForeign(url)) {
    return unrestorable(
      `Another client has registered ${show(url)} since, which is left as it is. Before the run it was ${shown(before)}.`,
    );
  }
  if (before === undefined) return now === undefined ? { ...NOTHING } : disableOurs(merchant);
  if (before.callbackUrl === undefined) return putStatusBack(merchant, before);
  if (now !== undefined && isBack(now, before)) return restored(now, before);
  return putBack(merchant, before.callbackUrl, before);
}

const NOTHING: Outcome = { outcome: "nothing to restore", final: true };

async function read(merchant: Merchant): Promise<StoredConfiguration | undefined> {
  return storedConfiguration(configurationIn(await merchant.send(queryDraft("open"))) ?? {});
}

async function disableOurs(merchant: Merchant): Promise<Outcome> {
  const disabled = await merchant.send(disableDraft("open"));
  const now = await read(merchant);
  const state =
    now?.status === 0 || (now?.status === undefined && succeeded(disabled))
      ? "is left, disabled"
      : `is left, and could not be disabled: ${describeAnswer(disabled)}`;
  return unrestorable(
    `There was no configuration before the run, and nothing can delete one: the last one of the run ${state}.`,
  );
}

/** All that can be done for a configuration whose callback URL is not known. */
async function putStatusBack(merchant: Merchant, before: StoredConfiguration): Promise<Outcome> {
  if (before.status === 0) await merchant.send(disableDraft("open"));
  return unrestorable("The callback URL from before the run is not known, so it could not be put back.");
}

async function putBack(merchant: Merchant, url: string, before: StoredConfiguration): Promise<Outcome> {
  const registered = await merchant.send(registerDraft(url, "open"));
  if (before.status === 0) await merchant.send(disableDraft("open"));
  const now = await read(merchant);
  if (!succeeded(registered) && now?.callbackUrl !== url) {
    const note = `The target refused to register ${show(url)} again: ${describeAnswer(registered)}.`;
    return { outcome: "not restored", note, final: false };
  }
  if (now?.callbackUrl !== undefined && now.callbackUrl !== url) {
    const note = `Query returns the callback URL ${show(now.callbackUrl)}, and it was ${show(url)}.`;
    return { outcome: "not restored", note, final: false };
  }
  return restored(now ?? {}, before);
}

/** The callback URL is back; what else differs, no operation is shown to change. */
function restored(now: StoredConfiguration, before: StoredConfiguration): Outcome {
  if (now.status !== undefined && before.status !== undefined && now.status !== before.status) {
    return unrestorable(
      `The callback URL is back, but status is ${now.status} and was ${before.status}; no operation is shown to change that.`,
    );
  }
  const [difference] = differences(before, now, ["eventTypes"]);
  if (difference === undefined) return { outcome: "restored", final: true };
  const note = `eventTypes was ${show(difference.before)} and is ${show(difference.after)}; no operation is shown to set it.`;
  return { outcome: "restored", note, final: true };
}

function isBack(now: StoredConfiguration, before: StoredConfiguration): boolean {
  return differences(before, now, ["callbackUrl", "status"]).length === 0 && now.callbackUrl !== undefined;
}

function unrestorable(note: string): Outcome {
  return { outcome: "not restored", note, final: true };
}

function shown(before: StoredConfiguration | undefined): string {
  return before === undefined ? "not there" : show(before.callbackUrl);
}
