import { describeAnswer, succeeded } from "../api/exchange/answer.ts";
import { configurationIn, differencesBetween } from "../api/merchant/configuration.ts";
import { disableDraft, queryDraft, registerDraft } from "../api/request/draft.ts";
import type { Merchant } from "../api/merchant/merchant.ts";
import type { CallbackUrls } from "../api/webhook/model/callback-urls.ts";
import type { Restoration } from "../engine/record/result.ts";
import { InconclusiveError, Violation } from "../engine/record/verdict.ts";
import { describeJson } from "../api/json/json.ts";
import { isLeftByARun } from "./is-left-by-a-run.ts";
import { maskIn } from "./mask-in.ts";
import { type Snapshot, storedConfiguration, type StoredConfiguration } from "./snapshot.ts";

const MARK = "as-registered";
/** Looks like a credential, but is not. */
const VALUE = "3e7c51a09b2d4f68";
const USUAL_NAMES = ["token", "secret", "signature"] as const;
const MAX_NAMES = 8;
const MAX_NAME_CHARS = 20;

/** A registered URL, and the URL that query shows. */
interface Alteration {
  readonly registered: string;
  readonly shown: string;
}

/**
 * Registers a URL with parts that targets hide, and with the parameters of another URL, then queries it. It
 * costs two requests. Undefined: it is shown as registered, or this is unknown.
 */
async function alteredInQuery(
  merchant: Merchant,
  like: string,
  urls: CallbackUrls,
): Promise<Alteration | undefined> {
  const registered = urls.under(`${MARK}/${VALUE}?${parametersLike(like)}`);
  if (!succeeded(await merchant.send(registerDraft(registered, "open")))) return undefined;
  const shown = configurationIn(await merchant.send(queryDraft("open")))?.callbackUrl;
  const isThatOne = typeof shown === "string" && shown !== registered && shown.includes(MARK);
  return isThatOne ? { registered, shown } : undefined;
}

function parametersLike(url: string): string {
  const given = [...(URL.parse(url)?.searchParams.keys() ?? [])].filter((name) => /^[\w.-]+$/.test(name));
  const names = new Set([...USUAL_NAMES, ...given.filter((name) => name.length <= MAX_NAME_CHARS)]);
  return [...names]
    .slice(0, MAX_NAMES)
    .map((name) => `${name}=${VALUE}`)
    .join("&");
}

/** A restoration, and whether a later attempt can help. */
export interface RestorationAttempt {
  readonly restoration: Restoration;
  /** True: everything is restored, or no attempt can restore the rest. */
  readonly final: boolean;
  /** False: the network failed. */
  readonly answered: boolean;
}

type Outcome = Omit<Restoration, "merchant"> & { readonly final: boolean };

/** The callback URLs of the runs to undo. */
export interface RunUrls {
  readonly urls: CallbackUrls;
  readonly isForeign: (callbackUrl: string) => boolean;
}

/**
 * Restores a merchant's configuration and verifies it by query. Writes nothing if nothing has changed, or if
 * another client has registered a callback URL since. Never throws for a fault of the target.
 */
export async function restoreMerchant(
  merchant: Merchant,
  { configuration: before }: Snapshot,
  runUrls: RunUrls,
): Promise<RestorationAttempt> {
  try {
    const { final, ...outcome } = await outcomeOf(merchant, before, runUrls);
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
  { urls, isForeign }: RunUrls,
): Promise<Outcome> {
  const now = await read(merchant);
  const url = now?.callbackUrl;
  if (url !== undefined && url !== before?.callbackUrl && isForeign(url)) {
    return unrestorable(
      `Another client has registered ${describeJson(url)} since. The run does not change it. Before the run it was ${shownState(before)}.`,
    );
  }
  if (before === undefined) return now === undefined ? { ...NOTHING } : disableOurs(merchant, NOTHING_BEFORE);
  if (before.callbackUrl === undefined) return putStatusBack(merchant, before);
  const { callbackUrl, ...others } = before;
  const known = { ...others, callbackUrl };
  const isMissed = !isLeftByARun(callbackUrl, urls);
  const mask = isMissed ? maskIn(callbackUrl) : undefined;
  if (mask !== undefined) return putMaskBack(merchant, now, known, mask);
  if (now !== undefined && isBack(now, before)) return restored(now, before);
  const altered = isMissed ? await alteredInQuery(merchant, callbackUrl, urls) : undefined;
  const outcome = await putBack(merchant, known);
  if (!isMissed && !outcome.final) return disableOurs(merchant, LEFT_BEFORE);
  return altered === undefined ? outcome : doubted(outcome, altered);
}

type WithUrl = StoredConfiguration & { readonly callbackUrl: string };

const NOTHING: Outcome = { outcome: "nothing to restore", final: true };
const NOTHING_BEFORE = "There was no webhook before the run, and the API has no delete";
const LEFT_BEFORE =
  "The callback URL before this run belonged to an earlier run, and the target rejects it now";

async function read(merchant: Merchant): Promise<StoredConfiguration | undefined> {
  return storedConfiguration(configurationIn(await merchant.send(queryDraft("open"))) ?? {});
}

/** Reads until the configuration is as wanted, for so long as reads may lag. */
async function readUntil(
  merchant: Merchant,
  isWanted: (now: StoredConfiguration) => boolean,
): Promise<StoredConfiguration | undefined> {
  let now: StoredConfiguration | undefined;
  await merchant.untilShown(async () => {
    now = await read(merchant);
    return now !== undefined && isWanted(now);
  });
  return now;
}

/** Disables the test webhook that remains. A rejected disable may be accepted later. */
async function disableOurs(merchant: Merchant, why: string): Promise<Outcome> {
  const disabled = await merchant.send(disableDraft("open"));
  const now = succeeded(disabled)
    ? await readUntil(merchant, ({ status }) => status === undefined || status === 0)
    : await read(merchant);
  const state =
    now?.status === 0 || (now?.status === undefined && succeeded(disabled))
      ? "A disabled test webhook of the run remains. Nothing of yours was changed."
      : `A test webhook of the run remains. The target answered its disable ${describeAnswer(disabled)}, and a query does not show \`status\` 0.`;
  return { ...unrestorable(`${why}. ${state}`), final: now?.status === 0 || succeeded(disabled) };
}

/** Restores the status of a configuration with an unknown callback URL. */
async function putStatusBack(merchant: Merchant, before: StoredConfiguration): Promise<Outcome> {
  if (before.status === 0) await merchant.send(disableDraft("open"));
  return unrestorable("The run does not know the callback URL from before, so it could not restore it.");
}

/** Restores the masked URL as it was shown, and reports that the hidden part may be lost. */
async function putMaskBack(
  merchant: Merchant,
  now: StoredConfiguration | undefined,
  before: WithUrl,
  mask: string,
): Promise<Outcome> {
  const then = `Before the run query showed the callback URL masked, ${describeJson(before.callbackUrl)}`;
  if (now?.callbackUrl === before.callbackUrl) {
    if (before.status === 0 && now.status !== 0) await merchant.send(disableDraft("open"));
    return unrestorable(`${then}, and it does now. The run cannot see whether it is the same URL.`);
  }
  const { note = "The URL as shown is registered now." } = await putBack(merchant, before);
  return unrestorable(
    `${then}. The text behind ${describeJson(mask)} is lost: register the real URL. ${note}`,
  );
}

/** A target that alters the test URL in query also altered the old URL there. */
function doubted(outcome: Outcome, altered: Alteration): Outcome {
  const doubt =
    `This target shows ${describeJson(altered.registered)} as ${describeJson(altered.shown)}: ` +
    "the run restored the URL that query showed before the run. The real one may differ.";
  return { ...outcome, note: outcome.note === undefined ? doubt : `${outcome.note} ${doubt}` };
}

async function putBack(merchant: Merchant, before: WithUrl): Promise<Outcome> {
  const url = before.callbackUrl;
  const registered = await merchant.send(registerDraft(url, "open"));
  if (before.status === 0) await merchant.send(disableDraft("open"));
  const now = succeeded(registered)
    ? await readUntil(merchant, (one) => one.callbackUrl === undefined || isBack(one, before))
    : await read(merchant);
  if (!succeeded(registered) && now?.callbackUrl !== url) {
    const note = `The target refused to register ${describeJson(url)} again: ${describeAnswer(registered)}.`;
    return { outcome: "not restored", note, final: false };
  }
  if (now?.callbackUrl !== undefined && now.callbackUrl !== url) {
    const note = `Query returns the callback URL ${describeJson(now.callbackUrl)}; before the run it was ${describeJson(url)}.`;
    return { outcome: "not restored", note, final: false };
  }
  return restored(now ?? {}, before);
}

/** The callback URL is restored. No operation changes the other members. */
function restored(now: StoredConfiguration, before: StoredConfiguration): Outcome {
  if (now.status !== undefined && before.status !== undefined && now.status !== before.status) {
    return unrestorable(
      `The callback URL is restored, but status is ${now.status} and was ${before.status}. The API document shows no operation that changes it.`,
    );
  }
  const [difference] = differencesBetween(before, now, ["eventTypes"]);
  if (difference === undefined) return { outcome: "restored", final: true };
  const note = `eventTypes was ${describeJson(difference.before)} and is ${describeJson(difference.after)}. The API document shows no operation that sets it.`;
  return { outcome: "restored", note, final: true };
}

function isBack(now: StoredConfiguration, before: StoredConfiguration): boolean {
  return (
    differencesBetween(before, now, ["callbackUrl", "status"]).length === 0 && now.callbackUrl !== undefined
  );
}

function unrestorable(note: string): Outcome {
  return { outcome: "not restored", note, final: true };
}

function shownState(before: StoredConfiguration | undefined): string {
  return before === undefined ? "not there" : describeJson(before.callbackUrl);
}
