import { type JsonValue, NonIntegerNumber } from "../../lib/api/json/json.ts";
import type { Call } from "../../lib/reference/call.ts";
import { changing, giving, instead, where } from "../../lib/reference/changes.ts";
import { bodyOf, hasBody, hasHeader, isBeyondWebhooks, not } from "../../lib/reference/faults.ts";
import { type Change, mutant, type Mutant } from "../../lib/reference/mutant.ts";
import type { JsonObject, Outcome } from "../../lib/reference/outcome.ts";
import { refusedFor, sending } from "../../lib/reference/rewriting.ts";
import { alike, open } from "../auth/api-key/faults.ts";
import { takingAnyNonceAgain, takingAnySignature } from "../auth/signature/faults.ts";

export const isOf =
  (operation: string) =>
  (call: Call): boolean =>
    call.operation === operation;
export const hasNoKey = not(hasHeader("x-api-key"));

const html = (status: number, text: string) =>
  new Response(`<h1>${text}</h1>`, { status, headers: { "content-type": "text/html" } });

/** Sends another text where the operation succeeds. */
const answering = (body: (text: string) => string): Change => sending((_call, { refused }) => !refused, body);

/** Faults of an operation: the part of an area that they break, the name, in which `*` is the operation, and the change. */
const FAULTS = {
  html: ["envelope", "answers-*-in-html", answering(() => "<h1>Done</h1>")],
  list: ["envelope", "answers-*-in-a-list", answering((text) => `[${text}]`)],
  cut: ["envelope", "cuts-*-off", answering((text) => text.slice(0, -1))],
  cutBodies: [
    "envelope",
    "answers-cut-bodies-of-*-in-html",
    sending(refusedFor("malformed-body"), () => "<h1>Bad Request</h1>"),
  ],
  absent: ["envelope", "has-no-*", instead("flow.respond", () => html(404, "Not Found"))],
  noBody: [
    "envelope",
    "answers-calls-of-*-without-a-body-with-nothing",
    where(
      not(hasBody),
      instead("flow.respond", () => new Response(null, { status: 500 })),
    ),
  ],
  keyless: ["needs-key", "needs-no-key-for-*", where(hasNoKey, open)],
  anyKey: ["wrong-key", "takes-any-key-for-*", where(not(hasNoKey), open)],
  anyCase: [
    "wrong-key",
    "ignores-the-letter-case-of-keys-for-*",
    alike((presented, issued) => presented.toLowerCase() === issued.toLowerCase()),
  ],
  anySignature: ["wrong-signature", "takes-any-signature-for-*", takingAnySignature],
  anyNonce: ["used-nonce", "forgets-nonces-of-*", takingAnyNonceAgain],
  othersRecords: [
    "own-records",
    "shows-*-to-other-merchants",
    giving("operations.ledger", (call, owner) => [call, call.merchants[0] ?? owner]),
  ],
} as const satisfies Readonly<Record<string, readonly [string, string, Change]>>;

/** Faults that every operation is tried with. */
export const ENVELOPE = ["html", "cut", "list"] as const;
export const CREDENTIALS = ["keyless", "anyKey", "anySignature"] as const;
/** Of an operation that changes nothing. */
export const READING = ["cutBodies", ...CREDENTIALS, "anyCase", "anyNonce"] as const;

interface FaultyOperation {
  readonly area: string;
  readonly operation: string;
  /** The requirement about its envelope. Default: of the area. */
  readonly envelope?: string;
  readonly faults: readonly (keyof typeof FAULTS)[];
  /** The text of its refusals about the data of the merchant. */
  readonly reveals?: string;
}

/** Mutants of one operation. */
export function mutantsOf({ area, operation, envelope, faults, reveals }: FaultyOperation): Mutant[] {
  const slug = operation.replaceAll("/", "-");
  const found = faults.map((fault) => {
    const [part, name, change] = FAULTS[fault];
    const breaks = `${area}.${part === "envelope" ? (envelope ?? part) : part}`;
    const isSigned = part === "wrong-signature" || part === "used-nonce";
    const limits = isSigned ? ({ mode: "signed" } as const) : {};
    return mutant(name.replace("*", slug), breaks, where(isOf(operation), change), limits);
  });
  if (reveals === undefined) return found;
  const telling = where(isOf(operation), revealing(reveals));
  return [...found, mutant(`tells-of-${slug}-when-it-refuses`, `${area}.refusal-reveals-nothing`, telling)];
}

/** Refusals contain a part of the merchant's data. */
const revealing = (text: string): Change =>
  sending(refusedFor("missing-key", "unknown-key"), () =>
    JSON.stringify({ code: 40_102, msg: `No access to ${text}`, message: "API key is not valid" }),
  );

/** An operation is carried out without a key, and then answered with a rejection. */
export const carriedOutAndRejected: Change = where(
  hasNoKey,
  changing("flow.perform", async (outcome, call) => {
    const [first] = call.merchants;
    if (first !== undefined) await call.rules.operations.perform(call, first);
    return outcome;
  }),
);

/** Which page a call asks for, and its number among all calls. */
interface Circumstances {
  readonly page: unknown;
  readonly number: number;
}

/** @param place of the member among those of its name, from 1 */
type ChangeOfMember = (
  value: JsonValue,
  place: number,
  circumstances: Circumstances,
) => JsonValue | undefined;

/** Changes every member of this name in the data of every operation that the document only names; undefined removes it. */
export const changingMembers = (name: string, change: ChangeOfMember): Change =>
  where(
    isBeyondWebhooks,
    changing("operations.perform", (outcome, call) => {
      if (outcome.refused || outcome.data === undefined) return outcome;
      const circumstances = { page: pageOf(call), number: call.number };
      let place = 0;
      const changed = (value: JsonValue) => change(value, (place += 1), circumstances);
      return { ...outcome, data: rewritten(outcome.data, name, changed) };
    }),
  );

/** The same, of one operation. */
export const changingMembersOf = (operation: string, name: string, change: ChangeOfMember): Change =>
  where(isOf(operation), changingMembers(name, change));

function pageOf(call: Call): unknown {
  const asked: unknown = call.body.length === 0 ? {} : JSON.parse(bodyOf(call));
  return typeof asked === "object" && asked !== null && "page" in asked ? asked.page : undefined;
}

function rewritten(
  value: JsonValue,
  name: string,
  change: (value: JsonValue) => JsonValue | undefined,
): JsonValue {
  if (typeof value !== "object" || value === null || value instanceof NonIntegerNumber) return value;
  if (isList(value)) return value.map((item) => rewritten(item, name, change));
  const entries = Object.entries(value)
    .map(([key, item]) => [key, key === name ? change(item) : rewritten(item, name, change)] as const)
    .filter((entry): entry is [string, JsonValue] => entry[1] !== undefined);
  return Object.fromEntries(entries);
}

function isPlainObject(value: JsonValue | undefined): value is JsonObject {
  return (
    typeof value === "object" && value !== null && !isList(value) && !(value instanceof NonIntegerNumber)
  );
}

function isList(value: object): value is readonly JsonValue[] {
  return Array.isArray(value);
}

/** Whether the answer is a page that holds nothing. */
export function isEmptyPage(_call: Call, outcome: Outcome): boolean {
  const data = outcome.refused ? undefined : outcome.data;
  return isPlainObject(data) && Array.isArray(data.list) && data.list.length === 0;
}

/** Puts a member beside the others in the data of an operation. */
export const adding = (operation: string, member: JsonObject): Change =>
  where(
    isOf(operation),
    changing("operations.perform", (outcome) =>
      !outcome.refused && isPlainObject(outcome.data)
        ? { ...outcome, data: { ...outcome.data, ...member } }
        : outcome,
    ),
  );
