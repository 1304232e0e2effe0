import type { Call, ReferenceMerchant } from "../call.ts";
import { namedOperations } from "../operations/named-operations.ts";
import { refusal, type Outcome } from "../outcome.ts";
import { respond } from "../respond.ts";

const webhookOperations = ["webhook/register", "webhook/query", "webhook/disable"];

/** The way of a request through the other rules. */
export const flowRules = {
  /** Whether the operation is looked for under this path at all. */
  knows: ({ operation }: Call) =>
    webhookOperations.includes(operation) || namedOperations.includes(operation),
  async perform(call: Call): Promise<Outcome> {
    const { authentication, flow, signature } = call.rules;
    const early = refuseBeforeCredentials(call);
    if (early !== undefined) return early;
    const caller = authentication.authenticate(call);
    if ("refused" in caller) return caller;
    const unsigned = await signature.verify(call, caller);
    if (unsigned !== undefined) return unsigned;
    const outcome = await flow.operate(call, authentication.actsFor(call, caller));
    if (!outcome.refused) signature.succeeded(call, caller);
    return outcome;
  },
  /** The operation itself, for an authenticated caller. */
  operate(call: Call, owner: ReferenceMerchant): Outcome | Promise<Outcome> {
    switch (call.operation) {
      case "webhook/register":
        return call.rules.register.perform(call, owner);
      case "webhook/query":
        return call.rules.query.perform(call, owner);
      case "webhook/disable":
        return call.rules.disable.perform(call, owner);
      default:
        return call.rules.operations.perform(call, owner);
    }
  },
  respond,
};

function refuseBeforeCredentials(call: Call): Outcome | undefined {
  const { choices, method, operation, rules } = call;
  if (!rules.flow.knows(call)) return refusal("unknown-path");
  if (method !== "POST" && choices.otherMethods === "refused") return refusal("unsupported-method");
  if (choices.validationBeforeAuthentication === "no") return undefined;
  if (namedOperations.includes(operation)) return undefined;
  if (operation !== "webhook/register") return rules.body.refuseUnexpected(call);
  const url = rules.register.judge(call);
  return typeof url === "string" ? undefined : url;
}
