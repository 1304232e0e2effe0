import { type Answer, describeAnswer } from "../../lib/api/exchange/answer.ts";
import { everyServedRequest } from "../../lib/api/exchange/ambient-rules.ts";
import { isUnusual, mayBeGateway } from "../../lib/api/exchange/may-be-gateway.ts";
import { broken, KEPT, NOTHING } from "../../lib/api/exchange/rule-findings.ts";
import { advisory } from "../../lib/api/webhook/requirement.ts";
import type { RuleFinding } from "../../lib/engine/requirement/requirement.ts";

export const leavesAnswersToTheApi = advisory("envelope.gateway-pages", {
  sections: ["2.3", "4"],
  text: "Also a request that is very long, that has an unusual URL, header or body, or that looks like an attack, is answered with an envelope, and not with a page of what stands before the API.",
  rule: everyServedRequest(comesFromTheApi),
  unheard: () =>
    "No request of this run was very long, had an unusual URL, header or body, or looked like an attack.",
});

function comesFromTheApi(answer: Answer): readonly RuleFinding[] {
  if (mayBeGateway(answer))
    return broken(
      "an envelope",
      `${describeAnswer(answer)}: something in front of the API may have answered`,
      {
        parts: [],
      },
    );
  return isUnusual(answer.request) && answer.envelope !== undefined ? KEPT : NOTHING;
}
