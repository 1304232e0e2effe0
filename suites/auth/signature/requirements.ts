import { CONFIGURATION_FIELDS } from "../../../lib/api/merchant/configuration.ts";
import { STORED } from "../../../lib/api/webhook/oracles/assert-unchanged.ts";
import { inferred } from "../../../lib/api/auth/requirement.ts";
import {
  claimsAnyRule,
  claimsSignature,
  claimsSignatureOrSingleUse,
  claimsSignatureOrTolerance,
} from "../../../lib/profile/bindings.ts";
import { secondMerchant } from "../../../lib/profile/needs.ts";
import type { CredentialOffence } from "../../../lib/api/request/offence.ts";
import { forgedSignature, missingComponent } from "../../../lib/api/webhook/inputs/forgery.ts";
import { InapplicableError } from "../../../lib/engine/verdict.ts";
import { everyRefusal } from "../../../lib/api/webhook/rules/every-answer.ts";
import { keepsEverything, staysDisabled } from "../../../lib/api/webhook/rules/keeps.ts";
import { revealsNothing } from "../../../lib/api/webhook/rules/reveals-nothing.ts";
import { afterRefusal } from "../../../lib/api/webhook/rules/steps.ts";
import { COMPONENTS, SIGNED } from "./because.ts";
import { rejectsForgeries } from "./rejects-forgeries.ts";

export const refusesAnotherMerchantsSecret = inferred("signature.other-secret", {
  byQueries: true,
  sections: ["4.1", "5"],
  needs: [secondMerchant],
  text: "A request signed with another merchant's secret is refused.",
  because: SIGNED,
  binds: claimsSignature,
  refusedCredentials: ({ merchant, others }) =>
    others.filter(({ secret }) => secret !== merchant.secret).map(({ secret }) => madeBy(secret)),
  check: async (context) => {
    const { merchant, rival } = context;
    const { secret } = rival;
    if (secret === merchant.secret) throw new InapplicableError("Both merchants have the same secret.");
    await rejectsForgeries(context, [madeBy(secret)]);
  },
});

function madeBy(secret: string | undefined): CredentialOffence {
  return forgedSignature("a signature made with another merchant's secret", async (valid, resign) => ({
    ...valid,
    signature: await resign(() => ({}), secret),
  }));
}

export const refusesAnAbsentTimestamp = inferred("signature.timestamp-absent", {
  byQueries: true,
  sections: ["4.1", "5"],
  text: "A request whose X-Timestamp is absent or empty is refused.",
  because: COMPONENTS,
  binds: claimsSignatureOrTolerance,
  refusedCredentials: () => missingComponent("timestamp"),
  check: async (context) => {
    await rejectsForgeries(context, missingComponent("timestamp"), { isFine: true });
  },
});

export const refusesAnAbsentNonce = inferred("signature.nonce-absent", {
  byQueries: true,
  sections: ["4.1", "5"],
  text: "A request whose X-Nonce is absent or empty is refused.",
  because: COMPONENTS,
  binds: claimsSignatureOrSingleUse,
  refusedCredentials: () => missingComponent("nonce"),
  check: async (context) => {
    await rejectsForgeries(context, missingComponent("nonce"), { isFine: true });
  },
});

export const refusalRevealsNothing = inferred("signature.refusal-reveals-nothing", {
  sections: ["1", "5"],
  readsOneOf: CONFIGURATION_FIELDS,
  text: "A refusal for lack of a valid signature reveals nothing of any configuration.",
  because: "Query returns the caller's configuration, and the signature does not prove who the caller is.",
  binds: claimsAnyRule,
  rule: everyRefusal("refused signature", revealsNothing),
});

export const refusalHasNoEffect = inferred("signature.refusal-has-no-effect", {
  sections: ["1", "5"],
  readsOneOf: STORED,
  text: "A register or disable refused for lack of a valid signature changes nothing.",
  because: "Register and disable act for the caller, and the signature does not prove who the caller is.",
  binds: claimsAnyRule,
  rule: afterRefusal("refused signature", keepsEverything, staysDisabled),
});
