import { NonIntegerNumber, type JsonValue } from "../../lib/api/json/json.ts";
import type { Call } from "../../lib/reference/call.ts";
import type { Change } from "../../lib/reference/mutant.ts";
import type { JsonObject, Outcome } from "../../lib/reference/outcome.ts";
import { refusedFor, sending } from "../../lib/reference/rewriting.ts";
import { changing, instead, replacing } from "../../lib/reference/changes.ts";

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
export function changingMembers(name: string, change: ChangeOfMember): Change {
  return changingMembersWhere(({ operation }) => !operation.startsWith("webhook/"), name, change);
}

/** The same, of one operation. */
export function changingMembersOf(operation: string, name: string, change: ChangeOfMember): Change {
  return changingMembersWhere((call) => call.operation === operation, name, change);
}

function changingMembersWhere(when: (call: Call) => boolean, name: string, change: ChangeOfMember): Change {
  return changing("operations.perform", (outcome, call) => {
    if (!when(call) || outcome.refused || outcome.data === undefined) return outcome;
    const circumstances = { page: pageOf(call), number: call.number };
    let place = 0;
    const changed = (value: JsonValue) => change(value, (place += 1), circumstances);
    return { ...outcome, data: rewritten(outcome.data, name, changed) };
  });
}

function pageOf({ body }: Call): unknown {
  const asked: unknown = body.length === 0 ? {} : JSON.parse(Buffer.from(body).toString());
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

/** An operation that answers with a page instead of an envelope. */
export function inHtml(operation: string): Change {
  return answering(operation, () => "<h1>Done</h1>");
}

/** An operation that answers with the data alone. */
export function bare(operation: string): Change {
  return answering(operation, (text) => `[${text}]`);
}

/** An operation of which the answer ends too early. */
export function truncating(operation: string): Change {
  return answering(operation, (text) => text.slice(0, -1));
}

function answering(operation: string, body: (text: string) => string): Change {
  return sending((call, { refused }) => call.operation === operation && !refused, body);
}

/** Whether a call of an operation asks for a page that holds nothing. */
export function isEmptyPage(operation: string): (call: Call, outcome: Outcome) => boolean {
  return (call, outcome) => {
    if (call.operation !== operation || outcome.refused) return false;
    const { data } = outcome;
    if (typeof data !== "object" || data === null || !("list" in data)) return false;
    return Array.isArray(data.list) && data.list.length === 0;
  };
}

/** Whether a call of an operation asks for a record that there is not. */
export function isUnknownRecord(operation: string): (call: Call, outcome: Outcome) => boolean {
  return (call, outcome) =>
    call.operation === operation && outcome.refused && outcome.reason === "unknown-record";
}

/** An operation that looks among the records of the first merchant, whoever asks. */
export function showingOthers(operation: string): Change {
  return replacing("operations.ledger", (ledger) => (call, owner) => {
    const [first = owner] = call.merchants;
    return ledger(call, call.operation === operation ? first : owner);
  });
}

/** An operation whose refusals contain a part of the merchant's data. */
export function revealing(operation: string, text: string): Change {
  const isOfKey = refusedFor("missing-key", "unknown-key");
  return sending(
    (call, outcome) => call.operation === operation && isOfKey(call, outcome),
    () => JSON.stringify({ code: 40_102, msg: `No access to ${text}`, message: "API key is not valid" }),
  );
}

/** An operation that answers with a page to a body that it cannot read. */
export function failingAtBodies(operation: string): Change {
  const isOfBody = refusedFor("malformed-body");
  return sending(
    (call, outcome) => call.operation === operation && isOfBody(call, outcome),
    () => "<h1>Bad Request</h1>",
  );
}

/** An operation that answers a call without a body with an empty 500. */
export function failingWithoutBody(operation: string): Change {
  return instead("flow.respond", (call) =>
    call.operation === operation && call.body.length === 0 ? new Response(null, { status: 500 }) : undefined,
  );
}

/** A path of the document that leads to the page of the server for what is not there. */
export function unrouted(operation: string): Change {
  return instead("flow.respond", (call) =>
    call.operation === operation
      ? new Response("<h1>Not Found</h1>", { status: 404, headers: { "content-type": "text/html" } })
      : undefined,
  );
}

/** A member beside the others in the data of an operation. */
export function adding(operation: string, member: JsonObject): Change {
  return changing("operations.perform", (outcome, call) => {
    const data = outcome.refused ? null : outcome.data;
    if (call.operation !== operation || outcome.refused || !isPlainObject(data)) return outcome;
    return { ...outcome, data: { ...data, ...member } };
  });
}
