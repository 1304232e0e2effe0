import { unspecified } from "../../../lib/api/auth/requirement.ts";
import { signedMode } from "../../../lib/profile/bindings.ts";
import { withNonce, withTimestamp, wrongSignatures } from "../../../lib/api/refusals/wrong-signatures.ts";
import { type Credentials, type Draft, queryDraft, type Tamper } from "../../../lib/api/request/draft.ts";
import type { AuthContext } from "../../../lib/api/auth/auth-context.ts";
import { acceptanceOf, observeAcceptances } from "../../../lib/api/webhook/observing/acceptance.ts";
import { spentNonce } from "../../../lib/api/webhook/observing/spent-nonce.ts";
import { InapplicableError } from "../../../lib/engine/verdict.ts";

const DAY_SECONDS = 86_400;
function tampered(tamper: Tamper | undefined): Draft {
  return tamper === undefined ? queryDraft("open") : { ...queryDraft("open"), tamper };
}

export const unclaimedRules = unspecified("signature.unclaimed", {
  sections: ["5"],
  text: "Which signature rules that the profile does not claim the target enforces all the same.",
  binds: signedMode,
  observe: async (context) => {
    const { merchant, claims } = context;
    await merchant.settled();
    const rules: Record<string, () => Draft | Promise<Draft>> = {
      ...(!claims.signature && {
        "no signature": () => tampered((valid) => ({ ...valid, signature: undefined })),
        "a wrong signature": () => tampered(wrongSignatures[0]?.tamper),
      }),
      ...(claims.timestampToleranceSeconds === undefined && {
        "a timestamp a day old": () => tampered(old(context)),
      }),
      ...(!claims.nonceSingleUse && {
        "a nonce used before": async () => tampered(withNonce("used", await spentNonce(merchant)).tamper),
      }),
    };
    if (Object.keys(rules).length === 0)
      throw new InapplicableError("The profile claims every signature rule.");
    return observeAcceptances(context, rules);
  },
});

function old({ timestamp }: AuthContext): Tamper {
  return withTimestamp("old", () => timestamp(-DAY_SECONDS)).tamper;
}

export const letterCase = unspecified("signature.letter-case", {
  sections: ["5"],
  text: "A hexadecimal signature in upper case.",
  binds: signedMode,
  observe: async (context) => {
    await context.merchant.settled();
    return acceptanceOf(context, () => tampered(inUpperCase));
  },
});

function inUpperCase(valid: Credentials): Credentials {
  if (!/^\d*[a-f][\da-f]*$/.test(valid.signature ?? "")) {
    throw new InapplicableError("Signatures of this deployment are not hexadecimal in lower case.");
  }
  return { ...valid, signature: valid.signature?.toUpperCase() };
}
