import { withNonce, withTimestamp, wrongSignatures } from "../../lib/arbitraries/forgery.ts";
import { observe } from "../../lib/check.ts";
import { succeeded } from "../../lib/client/answer.ts";
import { sendTogether } from "../../lib/client/send-together.ts";
import { type Draft, queryDraft, registerDraft, type Tamper } from "../../lib/client/draft.ts";
import type { Merchant } from "../../lib/client/merchant.ts";
import type { Context } from "../../lib/context.ts";
import { reception } from "../../lib/observing/granted.ts";
import { twice } from "../../lib/observing/observed.ts";
import { spentNonce } from "../../lib/observing/spent-nonce.ts";
import { tolerance } from "../../lib/observing/tolerance.ts";
import { InapplicableError } from "../../lib/verdict.ts";

export const toleranceOfTimestamps = observe("freshness.tolerance", async (context) => {
  const { merchant, measures, timestamp } = context;
  if (!measures.timestampTolerance) {
    throw new InapplicableError(
      "Takes many requests that are refused: allow it by observe.timestampTolerance.",
    );
  }
  await merchant.settled();
  const accepts = async (seconds: number) => {
    const { tamper } = withTimestamp("", () => timestamp(seconds));
    return (await reception(context, { ...queryDraft("open"), tamper })) === "accepted";
  };
  return twice(context, async () => ({
    "in the past": await tolerance(async (seconds) => accepts(-seconds)),
    "in the future": await tolerance(accepts),
  }));
});

/** Whether a nonce may still be used after a request that carried it. */
async function fate(context: Context, nonce: string): Promise<"used" | "free"> {
  const draft = { ...queryDraft("open"), tamper: withNonce("", nonce).tamper, once: true };
  return (await reception(context, draft)) === "accepted" ? "free" : "used";
}

export const nonceOfARefusedRequest = observe("freshness.nonce-of-refused", async (context) => {
  const { merchant, urls } = context;
  await merchant.settled();
  const tamper = wrongSignatures[0]?.tamper;
  const after = async (draft: Draft, own: Merchant = merchant) => fate(context, await spentNonce(own, draft));
  return twice(context, async () => ({
    "refused for its body": await after(registerDraft(urls.fresh().replace("https:", "http:"), "open")),
    "refused for its signature": await after({ ...queryDraft("open"), ...(tamper && { tamper }) }),
  }));
});

export const nonceOfAnotherMerchant = observe("freshness.nonce-of-other-merchant", async (context) => {
  const { merchant, rival } = context;
  await merchant.settled();
  await rival.settled();
  return twice(context, async () => fate(context, await spentNonce(rival)));
});

const OVERLAPPING = 4;

export const nonceAtTheSameTime = observe("freshness.nonce-at-the-same-time", async (context) => {
  const { merchant } = context;
  await merchant.settled();
  return twice(context, async () => {
    const draft = { ...queryDraft("open"), tamper: sharingANonce(), once: true };
    const operations = await sendTogether(Array.from({ length: OVERLAPPING }, () => ({ merchant, draft })));
    const accepted = operations.filter(({ answer }) => answer !== undefined && succeeded(answer));
    return accepted.length <= 1 ? "at most one accepted" : "several accepted";
  });
});

/** The nonce of the first request serves for all. */
function sharingANonce(): Tamper {
  let shared: string | undefined;
  return async (valid, resign) => {
    shared ??= valid.nonce;
    const nonce = shared ?? "";
    return { ...valid, nonce, signature: await resign(() => ({ nonce })) };
  };
}
