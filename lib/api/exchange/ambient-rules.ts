import type { Deviation } from "../../engine/requirement/deviation.ts";
import type { Rule, RuleFinding } from "../../engine/requirement/requirement.ts";
import { describeOtherForm, type Form } from "../json/form.ts";
import { fieldOf, type JsonObject } from "../json/json.ts";
import { isNowhere } from "../request/draft.ts";
import { type Answer, succeeded } from "./answer.ts";
import { isMissing } from "./is-missing.ts";
import type { Moment } from "./moment.ts";
import { broken, KEPT, NOTHING } from "./rule-findings.ts";

type Judge<T> = (subject: T, moment: Moment) => readonly RuleFinding[];

/** Each answer of any area by itself, also where a request took a way that the document does not show. */
export function everyAnswerAtAll(judge: Judge<Answer>): Rule<Moment> {
  return { byItself: true, isAmbient: true, hear: (moment) => judge(moment.answer, moment) };
}

/**
 * Each answer of an operation of the API; of others the document says nothing. A request that took a way that the document
 * does not show reached an operation if it succeeded.
 */
export function everyOperation(judge: Judge<Answer>, noHttp?: Rule<Moment>["noHttp"]): Rule<Moment> {
  const rule = everyAnswerAtAll((answer, moment) =>
    isOfOperation(answer, moment) ? judge(answer, moment) : NOTHING,
  );
  return { ...rule, ...(noHttp !== undefined && { noHttp }) };
}

function isOfOperation(answer: Answer, moment: Moment): boolean {
  const { draft } = answer;
  const isAstray = draft.isAstray === true && !succeeded(answer);
  return !isAstray && !isNowhere(draft) && !isMissing(answer, moment);
}

/** The same, and each answer to a request that must be served although the document does not show its form. */
export function everyServedRequest(judge: Judge<Answer>): Rule<Moment> {
  return everyAnswerAtAll((answer, moment) =>
    isOfOperation(answer, moment) || answer.draft.expects === "success" ? judge(answer, moment) : NOTHING,
  );
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

/** Whether a member has its form, where it is present. @param deviations what another form of it has in common with others */
export function hasForm(
  object: JsonObject,
  name: string,
  { is, expected }: Form,
  deviations?: readonly Deviation[],
): readonly RuleFinding[] {
  const value = fieldOf(object, name);
  if (value === undefined) return NOTHING;
  return is(value)
    ? KEPT
    : broken(`\`${name}\` to be ${expected}`, describeOtherForm(value), {
        ...(deviations && { deviations }),
      });
}
