import { CONFIGURATION_FIELDS } from "../../../lib/api/merchant/configuration.ts";
import { STORED } from "../../../lib/api/webhook/oracles/assert-unchanged.ts";
import { inferred, refuses } from "../../../lib/api/auth/requirement.ts";
import {
  claimsAnyRule,
  claimsSignature,
  claimsSignatureOrSingleUse,
  claimsSignatureOrTolerance,
} from "../../../lib/profile/bindings.ts";
import { secondMerchant } from "../../../lib/profile/needs.ts";
import type { CredentialOffence } from "../../../lib/api/request/offence.ts";
import { forgedSignature, missingComponent } from "../../../lib/api/webhook/inputs/forgery.ts";
import { everyRefusal } from "../../../lib/api/webhook/rules/every-answer.ts";
import { keepsEverything, staysDisabled } from "../../../lib/api/webhook/rules/keeps.ts";
import { revealsNothing } from "../../../lib/api/webhook/rules/reveals-nothing.ts";
import { afterRefusal } from "../../../lib/api/webhook/rules/steps.ts";
import { COMPONENTS, SIGNED } from "./because.ts";

export const refusesAnotherMerchantsSecret = refuses("signature.other-secret", {
  sections: ["4.1", "5"],
  needs: [secondMerchant],
  text: "A request signed with another merchant's secret is refused.",
  because: SIGNED,
  binds: claimsSignature,
  offences: ({ merchant, others }) =>
    others.filter(({ secret }) => secret !== merchant.secret).map(({ secret }) => madeBy(secret)),
  without: "Both merchants have the same secret.",
});

function madeBy(secret: string | undefined): CredentialOffence {
  return forgedSignature("a signature made with another merchant's secret", async (valid, resign) => ({
    ...valid,
    signature: await resign(() => ({}), secret),
  }));
}

export const refusesAnAbsentTimestamp = refuses("signature.timestamp-absent", {
  sections: ["4.1", "5"],
  text: "A request whose X-Timestamp is absent or empty is refused.",
  because: COMPONENTS,
  binds: claimsSignatureOrTolerance,
  offences: () => missingComponent("timestamp"),
  isFine: true,
});

export const refusesAnAbsentNonce = refuses("signature.nonce-absent", {
  sections: ["4.1", "5"],
  text: "A request whose X-Nonce is absent or empty is refused.",
  because: COMPONENTS,
  binds: claimsSignatureOrSingleUse,
  offences: () => missingComponent("nonce"),
  isFine: true,
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
