import { unspecified } from "../../../lib/api/auth/requirement.ts";
import { signedMode } from "../../../lib/profile/needs/bindings.ts";
import { withNonce, wrongSignatures } from "../../../lib/api/refusals/wrong-signatures.ts";
import { withTimestamp } from "../../../lib/api/refusals/wrong-timestamps.ts";
import { type Credentials, queryDraft, type Tamper } from "../../../lib/api/request/draft.ts";
import type { AuthContext } from "../../../lib/api/auth/auth-context.ts";
import type { Claims } from "../../../lib/api/merchant/merchants-context.ts";
import { acceptanceOf } from "../../../lib/api/webhook/observing/acceptance.ts";
import { refusalsOf } from "../../../lib/api/webhook/observing/answer-traits.ts";
import { spentNonce } from "../../../lib/api/webhook/observing/spent-nonce.ts";
import { eachPart } from "../../../lib/engine/judge/observed.ts";
import { InapplicableError } from "../../../lib/engine/record/verdict.ts";

const DAY_SECONDS = 86_400;

export const refusals = unspecified("signature.refusals", {
  sections: ["5", "7"],
  text: "How a query without a signature, and one with a wrong signature, is refused.",
  binds: signedMode,
  observe: refusalsOf("no signature", "wrong signature"),
});

function tampered(make: (context: AuthContext) => Tamper | undefined | Promise<Tamper>) {
  return acceptanceOf<AuthContext>(async (context) => {
    const tamper = await make(context);
    return tamper === undefined ? queryDraft() : { ...queryDraft(), tamper };
  });
}

/** A rule that the target may enforce although the profile does not claim it. */
function unclaimed(isClaimed: (claims: Claims) => boolean, make: Parameters<typeof tampered>[0]) {
  return tampered((context) => {
    if (!isClaimed(context.claims)) return make(context);
    throw new InapplicableError("The profile claims this signature rule, so it is checked.");
  });
}

export const unusualRequests = unspecified("signature.unusual-requests", {
  sections: ["5"],
  text: "Which queries are accepted that break a signature rule that the profile does not claim, and whether a hexadecimal signature may be in upper case.",
  binds: signedMode,
  observe: eachPart({
    "no signature": unclaimed(
      ({ signature }) => signature,
      () => (valid) => ({ ...valid, signature: undefined }),
    ),
    "a wrong signature": unclaimed(
      ({ signature }) => signature,
      () => wrongSignatures[0]?.tamper,
    ),
    "a timestamp a day old": unclaimed(
      ({ timestampToleranceSeconds }) => timestampToleranceSeconds !== undefined,
      ({ timestamp }) => withTimestamp("old", () => timestamp(-DAY_SECONDS)).tamper,
    ),
    "a nonce used before": unclaimed(
      ({ nonceSingleUse }) => nonceSingleUse,
      async ({ merchant }) => withNonce("used", await spentNonce(merchant)).tamper,
    ),
    "upper case": tampered(() => inUpperCase),
  }),
});

function inUpperCase(valid: Credentials): Credentials {
  if (!/^\d*[a-f][\da-f]*$/.test(valid.signature ?? "")) {
    throw new InapplicableError("Signatures of this deployment are not hexadecimal in lower case.");
  }
  return { ...valid, signature: valid.signature?.toUpperCase() };
}
