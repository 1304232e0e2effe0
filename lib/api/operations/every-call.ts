import type { Rule, RuleFinding } from "../../engine/requirement/requirement.ts";
import { type Answer, describeAnswer } from "../exchange/answer.ts";
import { fieldOf, type JsonObject, describeJson, type JsonValue } from "../json/json.ts";
import { isOperationOf } from "../../profile/schema/operation-schema.ts";
import { describeOtherForm, type Form } from "../json/form.ts";
import type { OperationsMoment } from "./operations-moment.ts";
import { broken, doubtful, KEPT, NOTHING } from "../exchange/rule-findings.ts";
import { isNamedOnly } from "../request/draft.ts";
import { isMissing } from "../exchange/is-missing.ts";
import { mayBeGateway } from "../exchange/may-be-gateway.ts";
import { holdsRecords, objectsWith } from "./records.ts";
import { type TransactionField, valueOfField } from "./value-of-field.ts";

type Judge = (answer: Answer, moment: OperationsMoment) => readonly RuleFinding[];

/** Each valid call of an operation, or of any of an area, by itself. */
export function everyCall(name: string, judge: Judge): Rule<OperationsMoment> {
  return everyAnswerOf(name, (answer, moment) =>
    answer.draft.expects === "success" ? judge(answer, moment) : NOTHING,
  );
}

/** The same of each answer, also to a call that is refused, or asks for what there is not. */
export function everyAnswerOf(name: string, judge: Judge): Rule<OperationsMoment> {
  return {
    byItself: true,
    hear: (moment) => {
      const { label, isAstray = false } = moment.answer.draft;
      return !isAstray && isOperationOf(name, label) ? judge(moment.answer, moment) : NOTHING;
    },
  };
}

/** Each transaction record of each valid call of an operation. */
export function everyRecord(
  name: string,
  judge: (record: JsonObject) => readonly RuleFinding[],
): Rule<OperationsMoment> {
  return everyCall(name, (_, { records }) => records.flatMap(judge));
}

/** Requires a field of a transaction record. A value of null shows nothing. */
export function recordShows(
  name: TransactionField,
  door: string,
): (record: JsonObject) => readonly RuleFinding[] {
  const deviations = [{ what: `no \`${name}\` in a record`, door, when: [] }];
  return (record) => {
    const told = valueOfField(record, name);
    if (told === undefined) return broken(`a record with \`${name}\``, describeJson(record), { deviations });
    return told === null ? NOTHING : KEPT;
  };
}

/** Requires a value of a field of a transaction record, if the record has the field. */
export function recordHasValue(name: TransactionField): (record: JsonObject) => readonly RuleFinding[] {
  return (record) => {
    const told = valueOfField(record, name);
    if (told === undefined) return NOTHING;
    return told === null ? broken(`a value of \`${name}\``, describeJson(record)) : KEPT;
  };
}

/** Requires a form of a field of a transaction record, if the record has it. */
export function tellsIn(name: TransactionField, form: Form): (record: JsonObject) => readonly RuleFinding[] {
  return (record) => hasForm(name, valueOfField(record, name) ?? undefined, form);
}

/** Requires an envelope. Without one, a status such as 404 shows only that the operation may not exist. */
export function answersWithAnEnvelope(
  answer: Answer,
  moment: Pick<OperationsMoment, "isServed">,
): readonly RuleFinding[] {
  if (answer.envelope !== undefined) return KEPT;
  if (mayBeGateway(answer)) return NOTHING;
  const what = describeAnswer(answer);
  if (!isMissing(answer, moment)) return broken("an envelope", what, { parts: [] });
  const { label } = answer.draft;
  return doubtful(
    `The target seems to have no ${label}: it answered ${what}. Correct operations["${label}"].`,
  );
}

/** The answer holds a member of this name somewhere; one without records need not. */
export function showsMember(name: string): Judge {
  return (answer) => {
    const data = answer.envelope?.["data"];
    if (data === undefined) return NOTHING;
    const having = objectsWith(data, name);
    if (having.length > 0) return having.flatMap((one) => (one[name] === null ? NOTHING : KEPT));
    return holdsRecords(data) ? broken(`\`${name}\` in the answer`, describeAnswer(answer)) : NOTHING;
  };
}

/** Each valid call of any operation that the document only names. */
export function everyNamedOperation(judge: Judge): Rule<OperationsMoment> {
  return {
    byItself: true,
    hear: (moment) => {
      const { draft } = moment.answer;
      const isAbout = isNamedOnly(draft) && draft.isAstray !== true && draft.expects === "success";
      return isAbout ? judge(moment.answer, moment) : NOTHING;
    },
  };
}

/** Limits a judge to the operations of other areas. */
export function outsideArea(area: string, judge: Judge): Judge {
  return (answer, moment) => (answer.draft.label.startsWith(`${area}/`) ? NOTHING : judge(answer, moment));
}

/** Every member of this name in the answer, where it is present, has a form. */
export function everyMemberNamed(name: string, form: Form): Judge {
  return ({ envelope }) => {
    const data = envelope?.["data"];
    return data === undefined
      ? NOTHING
      : objectsWith(data, name).flatMap((one) => hasForm(name, fieldOf(one, name), form));
  };
}

function hasForm(name: string, value: JsonValue | undefined, { is, expected }: Form): readonly RuleFinding[] {
  if (value === undefined) return NOTHING;
  return is(value) ? KEPT : broken(`\`${name}\` to be ${expected}`, describeOtherForm(value));
}
