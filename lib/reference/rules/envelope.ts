import type { JsonValue } from "../../api/json/json.ts";
import type { Call } from "../call.ts";
import { extraMembers } from "../extra-members.ts";
import { refusalReasons, type JsonObject, type Outcome, type Refusal } from "../outcome.ts";
import { renderJson } from "../render-json.ts";
import { arrange } from "../arrange.ts";
import { textOf } from "../wording.ts";

/** How an outcome becomes an answer (§2.3, §7). Undefined members are left out. */
export const envelopeRules = {
  code: ({ choices }: Call, outcome: Outcome) =>
    outcome.refused ? refusalCode(choices, outcome) : codeValue(choices),
  msg: (call: Call, outcome: Outcome): JsonValue | undefined =>
    presence(call.choices.msg, textOf(call.choices, outcome)),
  message: (call: Call, outcome: Outcome): JsonValue | undefined =>
    presence(call.choices.message, textOf(call.choices, outcome)),
  data: ({ choices }: Call, outcome: Outcome): JsonValue | undefined =>
    outcome.refused ? refusalData[choices.refusalData] : outcome.data,
  members(call: Call, outcome: Outcome): JsonObject {
    const rules = call.rules.envelope;
    const members = {
      code: rules.code(call, outcome),
      msg: rules.msg(call, outcome),
      message: rules.message(call, outcome),
      data: rules.data(call, outcome),
      ...extraMembers(call, call.choices.envelopeExtras),
    };
    const present = Object.entries(members).filter(
      (entry): entry is [string, JsonValue] => entry[1] !== undefined,
    );
    return Object.fromEntries(present);
  },
  /** The text of the answer. */
  text: (call: Call, outcome: Outcome): string =>
    renderJson(arrange(call, call.rules.envelope.members(call, outcome)), call.choices.jsonStyle),
  status({ choices }: Call, outcome: Outcome): number {
    if (!outcome.refused) return choices.successStatus;
    if (outcome.reason === "rate-limited") return 429;
    const { status } = refusalReasons[outcome.reason];
    return choices.refusalStatus === "by-reason" ? status : Number(choices.refusalStatus);
  },
};

type CodeChoices = Pick<Call["choices"], "successCode" | "refusalCode">;

const refusalData = { absent: undefined, null: null, false: false, "empty-object": {} } as const;

function codeValue({ successCode }: CodeChoices): JsonValue | undefined {
  if (successCode === "absent") return undefined;
  return successCode === "null" ? null : successCode;
}

function refusalCode(choices: CodeChoices, { reason }: Refusal): JsonValue | undefined {
  const { code } = refusalReasons[reason];
  return {
    "by-reason": code,
    one: 500,
    negative: -code,
    "beyond-2^53": 9_007_199_254_740_993n + BigInt(code),
    "as-success": codeValue(choices),
    absent: undefined,
    null: null,
  }[choices.refusalCode];
}

function presence(choice: Call["choices"]["msg"], text: string): string | null | undefined {
  if (choice === "present") return text;
  if (choice === "empty") return "";
  return choice === "null" ? null : undefined;
}
