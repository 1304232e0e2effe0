import { type Rule, wording } from "../../engine/requirement/requirement.ts";
import { claimsSignature, claimsSingleUse } from "../../profile/needs/bindings.ts";
import { callableOperation, exampleOf, lastingOperation, secondMerchant } from "../../profile/needs/needs.ts";
import { presumedOfApi, type Queried } from "../../profile/needs/presumptions.ts";
import { isReading } from "../../profile/schema/operation-schema.ts";
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

/** The operations of an area, as its rows about credentials name them. */
interface AreaOperations {
  readonly area: string;
  /** Those that change nothing, with a verb: `Account detail is`. Default: none. */
  readonly reading?: string;
  /** The one that changes things for good: `account transfer`. Default: none. */
  readonly lasting?: string;
  /** An operation for which the profile gives an example. Default: each of the area. */
  readonly example?: string;
}

/** The part of a row that judges the answers of an operation, or of the operations of an area with an example of one of them. */
export function ofAnswers(name: string, rule: Rule<OperationsMoment>, example?: string) {
  const needs = [name.includes("/") ? exampleOf(name) : callableOperation(name, example)];
  return { needs, rule, ...judgedByAsking(name) };
}

/** Says that an operation answers with an envelope: `account.detail-envelope` for `account/detail`. */
export function answersInEnvelopes(operation: string, named: string): ReturnType<typeof stated> {
  const [area = "", ...names] = operation.split("/");
  return stated(`${area}.${[...names, "envelope"].join("-")}`, {
    sections: ["2.3", "4.3"],
    needs: [isReading(operation, {}) ? exampleOf(operation) : lastingOperation(operation)],
    text: `${named} answers with an envelope.`,
    rule: everyAnswerOf(operation, answersWithAnEnvelope),
    ...judgedByAsking(operation),
  });
}

/** The rows about wrong credentials that the operations of an area have in common. */
export function credentialRows(of: AreaOperations) {
  const { area, reading, example } = of;
  const needs = [reading === undefined ? lastingOperation(area) : callableOperation(area, example)];
  const row = (
    id: string,
    parts: Pick<Parameters<typeof inferred>[1], "text" | "because" | "check" | "binds">,
  ) => inferred(`${area}.${id}`, { sections: ["4.1", "5"], needs, ...parts });
  const [unknown, wrong] = ["with a key that is unknown", "with a signature that is wrong"];
  return {
    needsKey: row("needs-key", {
      text: refused(of, "without an API key"),
      because: "Requests carry an API key.",
      check: refusesAt(area, () => [WITHOUT_KEY], WITHOUT_KEY),
    }),
    wrongKey: row("wrong-key", {
      text: refused(of, `${unknown}, empty, truncated, extended, changed, or in other letter case`, unknown),
      because: "A key that is not the merchant's gives access to nothing.",
      check: refusesAt(area, eachUnknownKey, UNKNOWN_KEY),
    }),
    wrongSignature: row("wrong-signature", {
      text: refused(of, `${wrong} or absent`, wrong),
      because: "Requests carry a signature, and the deployment claims to verify it: of every request.",
      binds: claimsSignature,
      check: refusesAt(area, WRONG_SIGNATURES.ofOperations, WRONG_SIGNATURE),
    }),
    usedNonce: row("used-nonce", {
      text: `${reading} refused when an accepted call is sent again with its nonce.`,
      because: "The nonce is unique for the request, and the deployment claims to accept each only once.",
      binds: claimsSingleUse,
      check: refusesReplaysAt(area),
    }),
    refusalReveals: row("refusal-reveals-nothing", {
      text: "A refusal for wrong credentials shows nothing of what the call shows to the merchant.",
      because: "Access takes a key, and a refusal that shows data gives access to them.",
      check: operationRevealsNothing(area),
    }),
  };
}

/** @param example an operation that shows a record. Default: each of the area */
export function keepsRecords(area: string, example = area): ReturnType<typeof advisory> {
  return advisory(`${area}.own-records`, {
    sections: ["1", "4.3"],
    needs: [exampleOf(example), secondMerchant],
    text: "A record of one merchant is not shown to another who asks for it by its id.",
    check: keepsFromOthers(area),
  });
}

function refused({ reading, lasting }: AreaOperations, how: string, howLasting = how): string {
  if (reading === undefined) return `${lasting} is refused ${howLasting}.`;
  const also = how === howLasting ? `, and so is ${lasting}` : `; ${lasting} ${howLasting}`;
  return `${reading} refused ${how}${lasting === undefined ? "" : also}.`;
}
