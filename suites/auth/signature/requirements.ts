import { inferred } from "../../../lib/api/requirement.ts";
import {
  claimsAnyRule,
  claimsSignature,
  claimsSignatureOrSingleUse,
  claimsSignatureOrTolerance,
} from "../../../lib/profile/bindings.ts";
import { secondMerchant } from "../../../lib/profile/needs.ts";
import {
  type Forgery,
  missing,
  partialSignatures,
  wrongSignatures,
} from "../../../lib/api/webhook/urls/forgery.ts";
import { queryDraft, registerDraft } from "../../../lib/api/draft.ts";
import type { Merchant } from "../../../lib/api/webhook/merchant.ts";
import type { CallbackUrls } from "../../../lib/api/webhook/model/callback-urls.ts";
import { refused } from "../../../lib/api/webhook/oracles/refused.ts";
import { InapplicableError } from "../../../lib/engine/verdict.ts";
import { hasConfiguration } from "../../../lib/api/webhook/configuration.ts";
import { everyRefusal } from "../../../lib/api/webhook/rules/every-answer.ts";
import { keepsEverything, staysDisabled } from "../../../lib/api/webhook/rules/keeps.ts";
import { revealsNothing } from "../../../lib/api/webhook/rules/reveals-nothing.ts";
import { afterRefusal } from "../../../lib/api/webhook/rules/steps.ts";
import { rejectsForgeries } from "./rejects-forgeries.ts";

const SIGNED =
  "The deployment claims to verify the request signature; this one was not made for this request with the merchant's secret.";
const COMPONENTS =
  "The signature header fields are listed for every request, and the deployment claims to verify them.";
const NEWCOMERS = { quick: 1, standard: 1, deep: 1 };

export const refusesAnAbsentSignature = inferred("signature.absent", {
  sections: ["4.1", "5"],
  text: "A request whose X-Signature is absent or empty is refused.",
  because: COMPONENTS,
  binds: claimsSignature,
  check: async (context) => {
    await rejectsForgeries(context, missing("signature"));
  },
});

export const refusesAWrongSignature = inferred("signature.wrong", {
  sections: ["4.1", "5"],
  text: "A request whose X-Signature is wrong is refused.",
  because: SIGNED,
  binds: claimsSignature,
  check: async (context) => {
    const { others, urls, atDepth } = context;
    for (const other of others.slice(0, atDepth(NEWCOMERS))) await createsNothing(other, urls);
    await rejectsForgeries(context, wrongSignatures);
  },
});

/** A merchant who has no configuration yet gets none by a register with a wrong signature. */
async function createsNothing(merchant: Merchant, urls: CallbackUrls): Promise<void> {
  const [forgery] = wrongSignatures;
  const { envelope } = await merchant.send(queryDraft("open"));
  if (forgery === undefined || hasConfiguration(envelope?.["data"])) return;
  const register = { ...registerDraft(urls.fresh(), "refused signature"), tamper: forgery.tamper };
  refused(await merchant.send(register), `a first register with ${forgery.name}`);
}

export const refusesAPartOfASignature = inferred("signature.part", {
  sections: ["4.1", "5"],
  text: "A request whose X-Signature is a part of the right one, or has more behind it, is refused.",
  because: SIGNED,
  binds: claimsSignature,
  check: async (context) => {
    await rejectsForgeries(context, partialSignatures);
  },
});

export const refusesAnotherMerchantsSecret = inferred("signature.other-secret", {
  sections: ["4.1", "5"],
  needs: [secondMerchant],
  text: "A request signed with another merchant's secret is refused.",
  because: SIGNED,
  binds: claimsSignature,
  check: async (context) => {
    const { merchant, rival } = context;
    const { secret } = rival;
    if (secret === merchant.secret) throw new InapplicableError("Both merchants have the same secret.");
    const tamper: Forgery["tamper"] = async (valid, resign) => ({
      ...valid,
      signature: await resign(() => ({}), secret),
    });
    await rejectsForgeries(context, [{ name: "a signature made with another merchant's secret", tamper }]);
  },
});

export const refusesAnAbsentTimestamp = inferred("signature.timestamp-absent", {
  sections: ["4.1", "5"],
  text: "A request whose X-Timestamp is absent or empty is refused.",
  because: COMPONENTS,
  binds: claimsSignatureOrTolerance,
  check: async (context) => {
    await rejectsForgeries(context, missing("timestamp"));
  },
});

export const refusesAnAbsentNonce = inferred("signature.nonce-absent", {
  sections: ["4.1", "5"],
  text: "A request whose X-Nonce is absent or empty is refused.",
  because: COMPONENTS,
  binds: claimsSignatureOrSingleUse,
  check: async (context) => {
    await rejectsForgeries(context, missing("nonce"));
  },
});

export const refusalRevealsNothing = inferred("signature.refusal-reveals-nothing", {
  sections: ["1", "5"],
  readsOneOf: [
    "id",
    "merchantId",
    "callbackUrl",
    "eventTypes",
    "status",
    "retryCount",
    "createTime",
    "updateTime",
  ],
  text: "A refusal for lack of a valid signature reveals nothing of any configuration.",
  because: "Query returns the caller's configuration, and nobody has proven to be the caller.",
  binds: claimsAnyRule,
  rule: everyRefusal("refused signature", revealsNothing),
});

export const refusalHasNoEffect = inferred("signature.refusal-has-no-effect", {
  sections: ["1", "5"],
  readsOneOf: ["id", "merchantId", "callbackUrl", "eventTypes", "status", "createTime"],
  text: "A register or disable refused for lack of a valid signature changes nothing.",
  because: "Register and disable act for the caller, and nobody has proven to be the caller.",
  binds: claimsAnyRule,
  rule: afterRefusal("refused signature", keepsEverything, staysDisabled),
});
