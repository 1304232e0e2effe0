import { movesNothingWith } from "../../../lib/api/webhook/move-nothing.ts";
import { CONFIGURATION_FIELDS, hasConfiguration } from "../../../lib/api/merchant/configuration.ts";
import { STORED } from "../../../lib/api/webhook/oracles/assert-unchanged.ts";
import { inferred, refuses } from "../../../lib/api/auth/requirement.ts";
import type { AuthContext } from "../../../lib/api/auth/auth-context.ts";
import {
  claimsAnyRule,
  claimsSignature,
  claimsSignatureOrSingleUse,
  claimsSignatureOrTolerance,
} from "../../../lib/profile/needs/bindings.ts";
import { secondMerchant } from "../../../lib/profile/needs/needs.ts";
import { refuseAttempts } from "../../../lib/api/refusals/refuse-attempts.ts";
import { WRONG_SIGNATURE, WRONG_SIGNATURES } from "../../../lib/api/refusals/wrong-signatures.ts";
import { OPERATIONS, queryDraft } from "../../../lib/api/request/draft.ts";
import { attemptAt } from "../../../lib/api/refusals/door.ts";
import { webhookDoor } from "../../../lib/api/webhook/webhook-door.ts";
import { everyRefusal } from "../../../lib/api/webhook/rules/every-answer.ts";
import { keepsEverything, staysDisabled } from "../../../lib/api/webhook/rules/keeps.ts";
import { revealsNothing } from "../../../lib/api/webhook/rules/reveals-nothing.ts";
import { afterRefusal } from "../../../lib/api/webhook/rules/steps.ts";
import { COMPONENTS, refusesSignature } from "./refuses-signature.ts";

export const refusesAnAbsentSignature = refuses("signature.absent", {
  sections: ["4.1", "5"],
  text: "A request whose X-Signature is absent or empty is refused.",
  because: COMPONENTS,
  binds: claimsSignature,
  offences: WRONG_SIGNATURES.absent,
});

export const refusesAWrongSignature = refusesSignature("signature.wrong", {
  text: "A request whose X-Signature is wrong is refused.",
  offences: WRONG_SIGNATURES.wrong,
  related: WRONG_SIGNATURES.part,
  further: createsNothing,
});

/** A merchant who has no configuration yet gets none by a register with a wrong signature. */
async function createsNothing({ merchant, others, urls }: AuthContext): Promise<void> {
  for (const other of merchant.mayWrite ? others : []) {
    const { envelope } = await other.send(queryDraft("open"));
    if (hasConfiguration(envelope?.["data"])) continue;
    const offence = { ...WRONG_SIGNATURE, name: `${WRONG_SIGNATURE.name}, as a first request` };
    const every = OPERATIONS.map((operation) =>
      attemptAt(
        webhookDoor(other, operation, () => urls.fresh()),
        offence,
      ),
    );
    await refuseAttempts(every.slice(0, 1), { every });
  }
}

export const refusesAPartOfASignature = refusesSignature("signature.part", {
  text: "A request whose X-Signature is a part of the right one, or has more behind it, is refused.",
  offences: WRONG_SIGNATURES.part,
  isFine: true,
});

export const refusesAnotherMerchantsSecret = refusesSignature("signature.other-secret", {
  needs: [secondMerchant],
  text: "A request signed with another merchant's secret is refused.",
  offences: WRONG_SIGNATURES.otherSecret,
  related: WRONG_SIGNATURES.otherKey,
  without: "Both merchants have the same secret.",
});

export const refusesAnAbsentTimestamp = refuses("signature.timestamp-absent", {
  sections: ["4.1", "5"],
  text: "A request whose X-Timestamp is absent or empty is refused.",
  because: COMPONENTS,
  binds: claimsSignatureOrTolerance,
  offences: WRONG_SIGNATURES.timestampAbsent,
  isFine: true,
});

export const refusesAnAbsentNonce = refuses("signature.nonce-absent", {
  sections: ["4.1", "5"],
  text: "A request whose X-Nonce is absent or empty is refused.",
  because: COMPONENTS,
  binds: claimsSignatureOrSingleUse,
  offences: WRONG_SIGNATURES.nonceAbsent,
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
  text: "A request refused for its signature, timestamp or nonce changes nothing.",
  because: "Register and disable act for the caller, and the signature does not prove who the caller is.",
  binds: claimsAnyRule,
  check: movesNothingWith((caller) => (caller.claims.signature ? WRONG_SIGNATURES.wrong(caller) : [])),
  rule: afterRefusal("refused signature", keepsEverything, staysDisabled),
});
