import { InconclusiveError, UnofferedError, Violation } from "../engine/record/verdict.ts";
import { callbackBaseSchema } from "../profile/fields/callback-base.ts";
import type { Profile } from "../profile/schema/profile-schema.ts";
import { type Answer, succeeded } from "../api/exchange/answer.ts";
import { type Expectation, registerDraft } from "../api/request/draft.ts";
import type { Deliveries } from "../api/events/deliveries/deliveries.ts";
import { ORDINARY_PATH } from "../api/events/urls/hook.ts";
import type { Merchant } from "../api/merchant/merchant.ts";
import type { CallbackBase, CallbackUrls } from "../api/webhook/model/callback-urls.ts";

type Receiving = Pick<Deliveries, "receiverUrl">;

/** Decides where the callback URLs of a run lie. */
export interface BaseDecision {
  readonly profile: Pick<Profile, "callback" | "events">;
  readonly urls: CallbackUrls;
  readonly deliveries: Receiving & Pick<Deliveries, "newHook" | "addresses">;
  /** Whether an event is to come to the first URL. Default: no. */
  readonly hasEvents?: boolean;
}

/**
 * Places the callback URLs of a run below its receiver, so that the receiver can answer a target that verifies them.
 * This needs an ordinary public address. An address such as loopback with a port is for targets that accept no other.
 */
export async function preferBase({
  profile,
  urls,
  deliveries,
}: Omit<BaseDecision, "deliveries"> & { readonly deliveries: Receiving }): Promise<void> {
  const { publicUrl = null, tunnel = null, relay = null } = profile.events.receiver ?? {};
  if (publicUrl === null && tunnel === null && relay === null) return;
  const live = await liveBase(deliveries);
  if (live !== undefined && callbackBaseSchema.safeParse(live.base).success) urls.moveTo(live);
}

/**
 * Sends the first register of a valid URL, below the receiver if there is one: a target that delivers everything to its
 * first URL shows that only there. If the target rejects it, tries the other base URL.
 * @param expects the answer that the document demands when the address does not matter
 */
export async function firstRegister(
  merchant: Merchant,
  { profile, urls, deliveries, hasEvents = false }: BaseDecision,
  expects: Expectation = "success",
): Promise<Answer> {
  const { where } = urls;
  const live = profile.events.receiver === null ? undefined : await liveBase(deliveries);
  const hook = live !== undefined && hasEvents ? await deliveries.newHook(merchant) : undefined;
  for (const base of live === undefined ? [] : [live, profile.callback]) {
    const at = base === live ? hook : undefined;
    const accepted = await acceptedBelow(base, merchant, urls, at?.url);
    if (accepted !== undefined && at !== undefined) deliveries.addresses.accept(at);
    if (accepted !== undefined) return accepted;
  }
  urls.moveTo(where);
  return merchant.send(registerDraft(urls.fresh(), expects));
}

/** Sends a later register. From now on the URLs lie below the preferred base, if the target accepts one there. */
export async function laterRegister(
  merchant: Merchant,
  urls: CallbackUrls,
  preferred: CallbackBase,
): Promise<Answer> {
  const { where } = urls;
  const accepted = where.base === preferred.base ? undefined : await acceptedBelow(preferred, merchant, urls);
  if (accepted !== undefined) return accepted;
  urls.moveTo(where);
  return merchant.register(urls.fresh());
}

/** The answer to a register, if it was accepted; a target that verifies an address may also take too long to answer. */
async function acceptedBelow(
  base: CallbackBase,
  merchant: Merchant,
  urls: CallbackUrls,
  url?: string,
): Promise<Answer | undefined> {
  urls.moveTo(base);
  try {
    const answer = await merchant.tries(url ?? urls.fresh());
    return succeeded(answer) ? answer : undefined;
  } catch (error) {
    if (error instanceof InconclusiveError || error instanceof Violation) return undefined;
    throw error;
  }
}

async function liveBase(deliveries: Receiving): Promise<CallbackBase | undefined> {
  try {
    const url = await deliveries.receiverUrl();
    return url.startsWith("https://") ? belowReceiver(url) : undefined;
  } catch (error) {
    if (error instanceof UnofferedError) return undefined;
    throw error;
  }
}

function belowReceiver(url: string): CallbackBase {
  return { base: `${url.replace(/(?<!\/)\/+$/, "")}${ORDINARY_PATH}`, varyHost: false, isLive: true };
}
