import type { Rule, Said } from "../../../engine/requirement.ts";
import { type Answer } from "../../exchange/answer.ts";
import { isNowhere, isNamedOnly } from "../../request/draft.ts";
import { fieldOf, isObject, type JsonObject, show } from "../../json/json-object.ts";
import type { Form } from "../../json/form.ts";
import { isMissing } from "../../exchange/is-missing.ts";
import type { Moment } from "../moment.ts";
import type { Refusal } from "../model/step.ts";
import { broken, KEPT, NOTHING } from "../../exchange/said.ts";

type Judge<T> = (subject: T, moment: Moment) => readonly Said[];

/** Each answer of the API by itself, whatever was asked before. */
export function everyAnswer(judge: Judge<Answer>, noHttp?: Rule<Moment>["noHttp"]): Rule<Moment> {
  return {
    ...whoeverAnswers((answer, moment) => (answer.draft.isAstray === true ? NOTHING : judge(answer, moment))),
    ...(noHttp !== undefined && { noHttp }),
  };
}

/** Each answer by itself, also where a request took a way that the document does not show. */
export function whoeverAnswers(judge: Judge<Answer>): Rule<Moment> {
  return {
    byItself: true,
    hear: (moment) => (moment.isStep ? NOTHING : judge(moment.answer, moment)),
  };
}

/** Each answer of an operation of the API; of others the document says nothing. */
export function everyOperation(judge: Judge<Answer>, noHttp?: Rule<Moment>["noHttp"]): Rule<Moment> {
  return everyAnswer(
    (answer, moment) => (isOfNone(answer, moment) ? NOTHING : judge(answer, moment)),
    noHttp,
  );
}

function isOfNone(answer: Answer, moment: Moment): boolean {
  return isNowhere(answer.draft) || isMissing(answer, moment);
}

/** Each answer of an operation that is an envelope. */
export function everyEnvelope(judge: Judge<JsonObject>): Rule<Moment> {
  return everyOperation(({ envelope }, moment) =>
    envelope === undefined ? NOTHING : judge(envelope, moment),
  );
}

/** A member of every envelope, where it is present. */
export function everyMember(name: string, form: Form): Rule<Moment> {
  return everyEnvelope((envelope) => hasForm(envelope, name, form));
}

/** The `data` of every query that has an object there. */
export function everyConfiguration(judge: Judge<JsonObject>): Rule<Moment> {
  return everyAnswer(({ draft, envelope }, moment) => {
    const data = envelope?.["data"];
    return draft.label === "query" && isObject(data) ? judge(data, moment) : NOTHING;
  });
}

/** A field of every configuration that query shows, where it is present. */
export function everyField(name: string, form: Form): Rule<Moment> {
  return everyConfiguration((data) => hasForm(data, name, form));
}

/** Each answer to a request of a webhook operation that is refused for one reason. */
export function everyRefusal(kind: Refusal, judge: Judge<Answer>): Rule<Moment> {
  return {
    byItself: false,
    hear: (moment) =>
      !moment.isStep && moment.answer.draft.expects === kind && !isNamedOnly(moment.answer.draft)
        ? judge(moment.answer, moment)
        : NOTHING,
  };
}

function hasForm(object: JsonObject, name: string, { is, expected }: Form): readonly Said[] {
  const value = fieldOf(object, name);
  if (value === undefined) return NOTHING;
  return is(value) ? KEPT : broken(`\`${name}\` to be ${expected}`, show(value));
}
