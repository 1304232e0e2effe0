import { unspecified } from "../../../lib/api/auth/requirement.ts";
import { signedMode } from "../../../lib/profile/bindings.ts";
import { secondMerchant } from "../../../lib/profile/needs.ts";
import { withNonce, withTimestamp, wrongSignatures } from "../../../lib/api/refusals/wrong-signatures.ts";
import { succeeded } from "../../../lib/api/exchange/answer.ts";
import { sendTogether } from "../../../lib/api/merchant/send-together.ts";
import { type Draft, queryDraft, registerDraft, type Tamper } from "../../../lib/api/request/draft.ts";
import type { Merchant } from "../../../lib/api/merchant/merchant.ts";
import type { AuthContext } from "../../../lib/api/auth/auth-context.ts";
import { observeAcceptance } from "../../../lib/api/webhook/observing/acceptance.ts";
import { lookTwice } from "../../../lib/engine/observed.ts";
import { spentNonce } from "../../../lib/api/webhook/observing/spent-nonce.ts";
import { measureTolerance } from "../../../lib/api/webhook/observing/measure-tolerance.ts";
import { InapplicableError } from "../../../lib/engine/verdict.ts";

const OVERLAPPING = 4;

export const nonceAtTheSameTime = unspecified("freshness.nonce-at-the-same-time", {
  sections: ["5"],
  text: "How many of several requests with the same nonce are accepted when they arrive at the same time.",
  binds: signedMode,
  observe: async (context) => {
    const { merchant } = context;
    await merchant.settled();
    return lookTwice(context, async () => {
      const draft = { ...queryDraft("open"), tamper: sharingANonce(), once: true };
      const operations = await sendTogether(Array.from({ length: OVERLAPPING }, () => ({ merchant, draft })));
      const accepted = operations.filter(({ answer }) => answer !== undefined && succeeded(answer));
      return accepted.length <= 1 ? "at most one accepted" : "several accepted";
    });
  },
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

export const toleranceOfTimestamps = unspecified("freshness.tolerance", {
  sections: ["5"],
  text: "The tolerance of the timestamp on both sides.",
  binds: signedMode,
  observe: async (context) => {
    const { merchant, measures, timestamp } = context;
    if (!measures.timestampTolerance) {
      throw new InapplicableError(
        "Takes many requests that are refused: allow it by observe.timestampTolerance.",
      );
    }
    await merchant.settled();
    const accepts = async (seconds: number) => {
      const { tamper } = withTimestamp("", () => timestamp(seconds));
      return (await observeAcceptance(context, { ...queryDraft("open"), tamper })) === "accepted";
    };
    return lookTwice(context, async () => ({
      "in the past": await measureTolerance(async (seconds) => accepts(-seconds)),
      "in the future": await measureTolerance(accepts),
    }));
  },
});

/** Whether a nonce may still be used after a request that carried it. */
async function fate(context: AuthContext, nonce: string): Promise<"used" | "free"> {
  const draft = { ...queryDraft("open"), tamper: withNonce("", nonce).tamper, once: true };
  return (await observeAcceptance(context, draft)) === "accepted" ? "free" : "used";
}

export const nonceOfARefusedRequest = unspecified("freshness.nonce-of-refused", {
  sections: ["5"],
  text: "Whether a nonce counts as used after the request that carried it was refused.",
  binds: signedMode,
  observe: async (context) => {
    const { merchant, urls } = context;
    await merchant.settled();
    const tamper = wrongSignatures[0]?.tamper;
    const after = async (draft: Draft, own: Merchant = merchant) =>
      fate(context, await spentNonce(own, draft));
    return lookTwice(context, async () => ({
      "refused for its body": await after(registerDraft(urls.fresh().replace("https:", "http:"), "open")),
      "refused for its signature": await after({ ...queryDraft("open"), ...(tamper && { tamper }) }),
    }));
  },
});

export const nonceOfAnotherMerchant = unspecified("freshness.nonce-of-other-merchant", {
  sections: ["5"],
  needs: [secondMerchant],
  text: "Whether two merchants may use the same nonce.",
  binds: signedMode,
  observe: async (context) => {
    const { merchant, rival } = context;
    await merchant.settled();
    await rival.settled();
    return lookTwice(context, async () => fate(context, await spentNonce(rival)));
  },
});
