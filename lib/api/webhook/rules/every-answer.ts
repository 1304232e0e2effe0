import type { Deviation } from "../../../engine/requirement/deviation.ts";
import type { Rule, RuleFinding } from "../../../engine/requirement/requirement.ts";
import { hasForm } from "../../exchange/ambient-rules.ts";
import type { Answer } from "../../exchange/answer.ts";
import { NOTHING } from "../../exchange/rule-findings.ts";
import type { Form } from "../../json/form.ts";
import { isObject, type JsonObject } from "../../json/json.ts";
import type { Refusal } from "../model/known.ts";
import type { WebhookMoment } from "../webhook-moment.ts";

type Judge<T> = (subject: T, moment: WebhookMoment) => readonly RuleFinding[];

/** Each answer of a webhook operation by itself, whatever was asked before. */
export function everyAnswer(judge: Judge<Answer>): Rule<WebhookMoment> {
  return {
    byItself: true,
    hear: (moment) =>
      moment.isStep || moment.answer.draft.isAstray === true ? NOTHING : judge(moment.answer, moment),
  };
}

/** The `data` of every query that has an object there. */
export function everyConfiguration(judge: Judge<JsonObject>): Rule<WebhookMoment> {
  return everyAnswer(({ draft, envelope }, moment) => {
    const data = envelope?.["data"];
    return draft.label === "query" && isObject(data) ? judge(data, moment) : NOTHING;
  });
}

/** A field of every configuration that query shows, where it is present. */
export function everyField(name: string, form: Form, deviations?: readonly Deviation[]): Rule<WebhookMoment> {
  return everyConfiguration((data) => hasForm(data, name, form, deviations));
}

/** Each answer to a request of a webhook operation that is refused for one reason. */
export function everyRefusal(kind: Refusal, judge: Judge<Answer>): Rule<WebhookMoment> {
  return {
    byItself: false,
    hear: (moment) =>
      !moment.isStep && moment.answer.draft.expects === kind ? judge(moment.answer, moment) : NOTHING,
  };
}
