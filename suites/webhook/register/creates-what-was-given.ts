import { type Answer, describeAnswer } from "../../../lib/api/exchange/answer.ts";
import { broken, KEPT, NOTHING } from "../../../lib/api/exchange/rule-findings.ts";
import { describeJson } from "../../../lib/api/json/json.ts";
import { configurationIn } from "../../../lib/api/merchant/configuration.ts";
import { type Known, maybeStored } from "../../../lib/api/webhook/model/known.ts";
import { describeAlternatives } from "../../../lib/api/webhook/rules/keeps.ts";
import { isCreation } from "../../../lib/api/webhook/rules/steps.ts";
import type { WebhookMoment } from "../../../lib/api/webhook/webhook-moment.ts";
import type { RuleFinding } from "../../../lib/engine/requirement/requirement.ts";

/** The first reading after the first register. */
export function createsWhatWasGiven(
  answer: Answer,
  known: Known,
  { claimsSuccess }: WebhookMoment,
): readonly RuleFinding[] {
  if (!isCreation(known) || claimsSuccess) return NOTHING;
  const configuration = configurationIn(answer);
  if (configuration === undefined)
    return known.exists ? broken("the configuration in `data`", describeAnswer(answer)) : NOTHING;
  const { callbackUrl } = configuration;
  const { stored } = known;
  return stored === undefined || typeof callbackUrl !== "string" || maybeStored(known, callbackUrl)
    ? KEPT
    : broken(`\`callbackUrl\` ${describeAlternatives(stored)}`, describeJson(callbackUrl), {
        parts: ["callbackUrl"],
      });
}
