import { InconclusiveError, UnofferedError, Violation } from "../engine/verdict.ts";
import { callbackBaseSchema } from "../profile/callback-base.ts";
import type { Profile } from "../profile/profile-schema.ts";
import { type Answer, succeeded } from "../api/exchange/answer.ts";
import { type Expectation, registerDraft } from "../api/request/draft.ts";
import type { Deliveries } from "../api/events/deliveries/deliveries.ts";
import { ORDINARY_PATH } from "../api/events/urls/hook.ts";
import type { Merchant } from "../api/merchant/merchant.ts";
import type { CallbackBase, CallbackUrls } from "../api/webhook/model/callback-urls.ts";

/** Decides where the callback URLs of a run lie. */
export interface BaseDecision {
  readonly profile: Pick<Profile, "callback" | "events">;
  readonly urls: CallbackUrls;
  readonly deliveries: Pick<Deliveries, "receiverUrl">;
}

/**
 * Places the callback URLs of a run below its receiver, so that the receiver can answer a target that verifies them.
 * This needs an ordinary public address. An address such as loopback with a port is for targets that accept no other.
 */
export async function preferBase({ profile, urls, deliveries }: BaseDecision): Promise<void> {
  const { publicUrl = null, tunnel = null, relay = null } = profile.events.receiver ?? {};
  if (publicUrl === null && tunnel === null && relay === null) return;
  const live = await liveBase(deliveries);
  if (live !== undefined && callbackBaseSchema.safeParse(live.base).success) urls.moveTo(live);
}

/**
 * Sends the first register of a valid URL. If the target rejects it, tries the other base URL.
 * If the target accepts that one, the later URLs of the run lie below it.
 * @param expects the answer that the document demands when the address does not matter
 */
export async function firstRegister(
  merchant: Merchant,
  decision: BaseDecision,
  expects: Expectation = "success",
): Promise<Answer> {
  const { profile, urls, deliveries } = decision;
  const { where } = urls;
  if (profile.events.receiver !== null) {
    const here = await acceptedBy(merchant, urls);
    if (here !== undefined) return here;
    const other = urls.isLive ? profile.callback : await liveBase(deliveries);
    urls.moveTo(other ?? where);
    const there = other === undefined ? undefined : await acceptedBy(merchant, urls);
    if (there !== undefined) return there;
  }
  urls.moveTo(where);
  return merchant.send(registerDraft(urls.fresh(), expects));
}

/** The answer to a register, if it was accepted; a target that verifies an address may also take too long to answer. */
async function acceptedBy(merchant: Merchant, urls: CallbackUrls): Promise<Answer | undefined> {
  try {
    const answer = await merchant.tries(urls.fresh());
    return succeeded(answer) ? answer : undefined;
  } catch (error) {
    if (error instanceof InconclusiveError || error instanceof Violation) return undefined;
    throw error;
  }
}

async function liveBase(deliveries: BaseDecision["deliveries"]): Promise<CallbackBase | undefined> {
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
