import { type Need, wording } from "../../engine/requirement/requirement.ts";
import { claimsSignature, claimsSingleUse } from "../../profile/needs/bindings.ts";
import { callableOperation, lastingOperation, secondMerchant } from "../../profile/needs/needs.ts";
import { presumedOfApi, type Queried } from "../../profile/needs/presumptions.ts";
import type { Profile } from "../../profile/schema/profile-schema.ts";
import { eachUnknownKey, UNKNOWN_KEY, WITHOUT_KEY } from "../refusals/wrong-keys.ts";
import { WRONG_SIGNATURE, WRONG_SIGNATURES } from "../refusals/wrong-signatures.ts";
import { answersWithAnEnvelope, everyAnswerOf } from "./every-call.ts";
import { judgedByAsking } from "./judged-by-asking.ts";
import { keepsFromOthers } from "./keeps-from-others.ts";
import type { OperationsContext } from "./operations-context.ts";
import type { OperationsMoment } from "./operations-moment.ts";
import { refusesAt, refusesReplaysAt } from "./refuses.ts";
import { operationRevealsNothing } from "./reveals-nothing.ts";

/** The words in which the areas of operations write their rows. */
export const { stated, inferred, advisory, unspecified } = wording<
  OperationsContext,
  Profile,
  OperationsMoment,
  Queried
>(presumedOfApi);

type Inferred = ReturnType<typeof inferred>;

/** The operations of an area, as its rows about credentials name them. */
export interface AreaOperations {
  readonly area: string;
  /** Those that change nothing, with a verb: `Account detail is`. Default: none. */
  readonly reading?: string;
  /** The one that changes things for good: `account transfer`. Default: none. */
  readonly lasting?: string;
  /** An operation for which the profile gives an example. Default: each of the area. */
  readonly example?: string;
}

/** Says that an operation answers with an envelope. */
export function answersInEnvelopes(
  id: string,
  operation: string,
  { named, needs }: { readonly named: string; readonly needs: Need<Profile> },
): ReturnType<typeof stated> {
  return stated(id, {
    sections: ["2.3", "4.3"],
    needs: [needs],
    text: `${named} answers with an envelope.`,
    rule: everyAnswerOf(operation, answersWithAnEnvelope),
    ...judgedByAsking(operation),
  });
}

export function refusesWithoutKey(id: string, of: AreaOperations): Inferred {
  return inferred(id, {
    ...aboutCredentials(of),
    text: refused(of, "without an API key"),
    because: "Requests carry an API key.",
    check: refusesAt(of.area, () => [WITHOUT_KEY], WITHOUT_KEY),
  });
}

export function refusesWrongKeys(id: string, of: AreaOperations): Inferred {
  const unknown = "with a key that is unknown";
  return inferred(id, {
    ...aboutCredentials(of),
    text: refused(of, `${unknown}, empty, truncated, extended, changed, or in other letter case`, unknown),
    because: "A key that is not the merchant's gives access to nothing.",
    check: refusesAt(of.area, eachUnknownKey, UNKNOWN_KEY),
  });
}

export function refusesForgedSignatures(id: string, of: AreaOperations): Inferred {
  const wrong = "with a signature that is wrong";
  return inferred(id, {
    ...aboutCredentials(of),
    text: refused(of, `${wrong} or absent`, wrong),
    because: "Requests carry a signature, and the deployment claims to verify it: of every request.",
    binds: claimsSignature,
    check: refusesAt(of.area, WRONG_SIGNATURES.ofOperations, WRONG_SIGNATURE),
  });
}

export function refusesUsedNonces(id: string, of: AreaOperations): Inferred {
  return inferred(id, {
    ...aboutCredentials(of),
    text: `${of.reading} refused when an accepted call is sent again with its nonce.`,
    because: "The nonce is unique for the request, and the deployment claims to accept each only once.",
    binds: claimsSingleUse,
    check: refusesReplaysAt(of.area),
  });
}

/** Says that refusals of an area hold nothing of what the same calls show to the merchant. */
export function refusalsRevealNothing(id: string, of: AreaOperations): Inferred {
  return inferred(id, {
    ...aboutCredentials(of),
    text: "A refusal for wrong credentials shows nothing of what the call shows to the merchant.",
    because: "Access takes a key, and a refusal that shows data gives access to them.",
    check: operationRevealsNothing(of.area),
  });
}

export function keepsRecords(id: string, area: string, needs: Need<Profile>): ReturnType<typeof advisory> {
  return advisory(id, {
    sections: ["1", "4.3"],
    needs: [needs, secondMerchant],
    text: "A record of one merchant is not shown to another who asks for it by its id.",
    check: keepsFromOthers(area),
  });
}

function aboutCredentials({ area, reading, example }: AreaOperations) {
  const needs = reading === undefined ? lastingOperation(area) : callableOperation(area, example);
  return { sections: ["4.1", "5"], needs: [needs] };
}

function refused({ reading, lasting }: AreaOperations, how: string, howLasting = how): string {
  if (reading === undefined) return `${lasting} is refused ${howLasting}.`;
  const also = how === howLasting ? `, and so is ${lasting}` : `; ${lasting} ${howLasting}`;
  return `${reading} refused ${how}${lasting === undefined ? "" : also}.`;
}
