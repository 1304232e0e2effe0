import { advisory, inferred, stated } from "../../lib/api/webhook/requirement.ts";
import { SUCCESS } from "../../lib/engine/requirement/deviation.ts";
import type { RuleFinding } from "../../lib/engine/requirement/requirement.ts";
import {
  type Answer,
  ENVELOPE_FORMS,
  hasTypeOfSuccess,
  isAbsent,
  mustSucceed,
  nullsIn,
} from "../../lib/api/exchange/answer.ts";
import { type JsonObject, describeJson } from "../../lib/api/json/json.ts";
import type { Known } from "../../lib/api/webhook/model/known.ts";
import {
  everyAnswerAtAll,
  everyEnvelope,
  everyMember,
  everyOperation,
} from "../../lib/api/exchange/ambient-rules.ts";
import type { Moment } from "../../lib/api/exchange/moment.ts";
import { everyAnswer } from "../../lib/api/webhook/rules/every-answer.ts";
import { mayBeGateway } from "../../lib/api/exchange/may-be-gateway.ts";
import { broken, doubtful, KEPT, NOTHING } from "../../lib/api/exchange/rule-findings.ts";

const TELLING_FAILURES = 40;
const TELLING_SHARE = 0.2;

export const answersOneJsonObject = stated("envelope.json-object", {
  byQueries: true,
  sections: ["2.3", "4", "7"],
  text: "Every answer, success or refusal, is one JSON object in UTF-8.",
  rule: everyOperation(isOneJsonObject, (what) => broken("an HTTP answer", `none. ${what}`)),
});

/** Says that a member of every envelope has its form, where it is present. */
function memberHasItsForm(id: string, name: keyof typeof ENVELOPE_FORMS, form: string) {
  return stated(id, {
    byQueries: true,
    sections: ["2.3", "7"],
    reads: [name],
    text: `\`${name}\`, where present, is ${form}.`,
    rule: everyMember(name, ENVELOPE_FORMS[name]),
  });
}

export const codeIsAnInteger = memberHasItsForm("envelope.code-integer", "code", "an integer");
export const msgIsAString = memberHasItsForm("envelope.msg-string", "msg", "a string");
export const messageIsAString = memberHasItsForm("envelope.message-string", "message", "a string");

export const answersRegisterAndDisableWithABoolean = stated("envelope.data-boolean", {
  sections: ["2.3", "4.2"],
  text: "The `data` of a successful register or disable is a boolean.",
  rule: everyAnswer((answer, { known }) =>
    answer.draft.label === "query" ? NOTHING : dataFits(answer, known),
  ),
});

export const answersQueryWithAnObject = stated("envelope.data-object", {
  sections: ["2.3", "4.2"],
  text: "The `data` of a successful query is an object.",
  rule: everyAnswer((answer, { known }) =>
    answer.draft.label === "query" ? dataFits(answer, known) : NOTHING,
  ),
});

export const keepsSecrets = inferred("envelope.keeps-secrets", {
  byQueries: true,
  sections: ["4.1", "5"],
  text: "No answer contains a secret, an API key that the request did not carry, the signature that it should have carried, nor the text that was to be signed.",
  because: "A credential that an answer reveals no longer proves who the caller is.",
  rule: everyAnswerAtAll((_, { credentialShown }) =>
    credentialShown === undefined ? KEPT : broken("no credentials but those of the request", credentialShown),
  ),
});

export const hasCodeMsgAndMessage = advisory("envelope.complete", {
  byQueries: true,
  sections: ["2.3", "7"],
  text: "Every answer has `code`, `msg` and `message`.",
  rule: everyEnvelope(hasEveryMember),
});

export const leavesOutWhatHasNoValue = advisory("envelope.no-nulls", {
  byQueries: true,
  sections: ["2.1", "2.3"],
  text: "An optional field without a value is left out, not sent as JSON null.",
  rule: everyEnvelope(hasNoNulls),
});

export const namesEachMemberOnce = advisory("envelope.plain-json", {
  byQueries: true,
  sections: ["2.3"],
  text: "No object of an answer names a member twice.",
  rule: everyOperation(namesMembersOnce),
});

function isOneJsonObject(answer: Answer, { traffic }: Moment): readonly RuleFinding[] {
  const { reading, envelope } = answer;
  if (mayBeGateway(answer)) return NOTHING;
  if (envelope === undefined)
    return noObject(reading.ok ? describeJson(reading.value) : `a body that ${reading.problem}`);
  const hasMark = reading.ok && reading.bom;
  if (hasMark) return noObject("a byte order mark before it, which JSON does not admit");
  return isMostlyGateway(traffic) ? doubtful(gatewayText(traffic)) : KEPT;
}

function noObject(actual: string): readonly RuleFinding[] {
  return broken("one JSON object", actual, { parts: [] });
}

/** A gateway fails now and then; who fails this often may be the target itself. */
function isMostlyGateway({ sent, ofGateway }: Moment["traffic"]): boolean {
  return ofGateway >= TELLING_FAILURES && ofGateway >= sent * TELLING_SHARE;
}

function gatewayText({ sent, ofGateway }: Moment["traffic"]): string {
  return `${ofGateway} of ${sent} requests were answered 502, 503 or 504 without an envelope, and sent again: a gateway that cannot reach the target answers so, and so may a target that breaks this requirement. If it limits the rate, set limits.requestsPerSecond to the rate that it allows; otherwise run again when what stands before the target is steady.`;
}

function dataFits(answer: Answer, known: Known): readonly RuleFinding[] {
  const data = answer.envelope?.["data"];
  if (!mustSucceed(answer, known) || isAbsent(data)) return NOTHING;
  if (hasTypeOfSuccess(answer, data)) return KEPT;
  const expected = answer.draft.label === "query" ? "an object" : "a boolean";
  return broken(`\`data\` to be ${expected}`, describeJson(data), { parts: [SUCCESS] });
}

function hasEveryMember(envelope: JsonObject): readonly RuleFinding[] {
  const missing = ["code", "msg", "message"].filter((name) => !Object.hasOwn(envelope, name));
  return missing.length === 0
    ? KEPT
    : broken("`code`, `msg` and `message`", `an envelope without ${missing.join(", ")}`);
}

function hasNoNulls(envelope: JsonObject): readonly RuleFinding[] {
  const nulls = nullsIn(envelope);
  if (nulls.length === 0) return KEPT;
  const about = nulls.includes("data") ? { parts: [SUCCESS] } : {};
  return broken("no null", `null in ${nulls.join(", ")}`, about);
}

function namesMembersOnce({ reading, envelope }: Answer): readonly RuleFinding[] {
  if (envelope === undefined || !reading.ok) return NOTHING;
  const twice = reading.duplicateMembers;
  return twice.length === 0 ? KEPT : broken("each member once", twice.join(", "));
}
