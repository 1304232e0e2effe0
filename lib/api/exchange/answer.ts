import {
  isObject,
  type JsonObject,
  describeJson,
  type JsonReading,
  type JsonValue,
  readJson,
} from "../json/json.ts";
import { aString, anInteger } from "../json/form.ts";
import { isNamedOnly, type Draft } from "../request/draft.ts";
import type { WireAnswer } from "../../http/transport.ts";
import type { SignedRequest } from "./signed-request.ts";

/** An answer of the target, read but not yet judged. */
export interface Answer {
  readonly draft: Draft;
  readonly request: SignedRequest;
  readonly wire: WireAnswer;
  readonly reading: JsonReading;
  /** Undefined when the body is no JSON object. */
  readonly envelope: JsonObject | undefined;
  /** Number of the exchange in the evidence. */
  readonly exchange: number;
  /** An earlier attempt at the same request failed on the network and may have been applied. */
  readonly repeated: boolean;
  /** It is a rejection, and the same request was accepted at once when it was sent again. */
  readonly acceptedAgain?: boolean;
}

export function readAnswer(answer: Omit<Answer, "reading" | "envelope">): Answer {
  const reading = readJson(answer.wire.body);
  return { ...answer, reading, envelope: readEnvelope(reading) };
}

/** Statuses of pages with which an API refuses, and with which no gateway stops a request. */
const REFUSING_PAGES: readonly number[] = [400, 401, 404, 409, 410, 415, 422];

const NOT_IMPLEMENTED = 501;
const LEAST_ERROR_STATUS = 400;

/** The meaning of an answer for its request. */
export type Meaning = "accepted" | "refused" | "neither";

/**
 * Decides what an answer means, by `data` alone (section 7). Accepted: an object for query, true for register and disable.
 * Refused: another value of the same type, null, or no `data`; or a page whose status refuses.
 */
export function meaningOf(answer: Pick<Answer, "draft" | "envelope" | "wire">): Meaning {
  const { draft, envelope } = answer;
  if (envelope === undefined) return REFUSING_PAGES.includes(answer.wire.status) ? "refused" : "neither";
  const data = envelope["data"];
  const isQuery = draft.label === "query";
  if (isQuery ? isObject(data) : data === true) return "accepted";
  return data === undefined || data === null || (!isQuery && data === false) ? "refused" : "neither";
}

export function succeeded(answer: Answer): boolean {
  return meaningOf(answer) === "accepted";
}

/** Whether an answer says both that its request is an error, by its status, and that it has succeeded. */
export function isContradictory(answer: Answer): boolean {
  return answer.wire.status >= LEAST_ERROR_STATUS && succeeded(answer);
}

/** An answer in one line, for people. */
export function describeAnswer({ wire, reading, acceptedAgain }: Answer): string {
  const body = reading.ok ? describeJson(reading.value) : `with a body that ${reading.problem}`;
  const after = acceptedAgain === true ? ", and accepted when the same request was sent again at once" : "";
  return `HTTP ${wire.status} ${body}${after}`;
}

interface KnownStatus {
  /** Undefined: not known. */
  readonly disabled: boolean | undefined;
}

/**
 * Whether an answer shows the result of its request: it is one JSON object, and its `data` has the type of a success.
 * If the request must be refused, a page is clear too whose status is no success: whoever answered did not serve it.
 */
export function isClear(answer: Answer, known: KnownStatus): boolean {
  const { draft, envelope } = answer;
  if (envelope === undefined) return draft.expects.startsWith("refused ") && isUnserved(answer);
  return !mustSucceed(answer, known) || meaningOf(answer) !== "neither";
}

/** A redirect or an error of the client. */
function isUnserved({ wire: { status } }: Pick<Answer, "wire">): boolean {
  return status >= 300 && status < 500;
}

/** Whether the target has refused a request that it may accept. Any other answer says nothing about effects. */
export function isClearRefusal(answer: Answer): boolean {
  if (answer.envelope !== undefined) return meaningOf(answer) === "refused";
  return isUnserved(answer) || answer.wire.status === NOT_IMPLEMENTED;
}

/** The type of `data` is stated for successes of the webhook operations: a second disable may be refused, with any `data`. */
export function mustSucceed({ draft, repeated }: Answer, { disabled }: KnownStatus): boolean {
  if (isNamedOnly(draft)) return false;
  return draft.expects === "success" && (draft.label !== "disable" || (disabled === false && !repeated));
}

export function hasTypeOfSuccess({ draft }: Pick<Answer, "draft">, data: JsonValue | undefined): boolean {
  return draft.label === "query" ? isObject(data) : typeof data === "boolean";
}

/** JSON null counts as absent. */
export function isAbsent(data: JsonValue | undefined): boolean {
  return data === undefined || data === null;
}

/** The form of each field of the envelope but `data`, section 2.3. */
export const ENVELOPE_FORMS = { code: anInteger, msg: aString, message: aString } as const;

const ENVELOPE_FIELDS = [...Object.keys(ENVELOPE_FORMS), "data"];
/** An object with this many of its fields is an envelope. */
const TELLING_FIELDS = 2;

/** The envelope of section 2.3; undefined when the body is no JSON object, or one that holds the envelope. */
export function readEnvelope(reading: JsonReading): JsonObject | undefined {
  return reading.ok && isObject(reading.value) && !holdsEnvelope(reading) ? reading.value : undefined;
}

/** Whether a body is something else than an envelope and holds one: in a list, or as a member of an object without its fields. */
export function holdsEnvelope(reading: JsonReading): boolean {
  if (!reading.ok) return false;
  const { value } = reading;
  if (Array.isArray(value)) return value.some((item: JsonValue) => isEnvelope(item));
  return isObject(value) && fieldsOf(value) === 0 && Object.values(value).some(isEnvelope);
}

function isEnvelope(value: JsonValue): boolean {
  return isObject(value) && fieldsOf(value) >= TELLING_FIELDS;
}

function fieldsOf(object: JsonObject): number {
  return ENVELOPE_FIELDS.filter((name) => Object.hasOwn(object, name)).length;
}

/** Whether an object has a member that a gateway's own error page does not have. */
export function looksLikeEnvelope(object: JsonObject | undefined): boolean {
  return object !== undefined && (Object.hasOwn(object, "code") || Object.hasOwn(object, "data"));
}

/** The members whose value is null, one level down in `data` too. */
export function nullsIn(envelope: JsonObject): string[] {
  return [...nullMembers(envelope), ...nullMembers(envelope["data"]).map((name) => `data.${name}`)];
}

function nullMembers(value: JsonValue | undefined): string[] {
  return isObject(value) ? Object.keys(value).filter((name) => value[name] === null) : [];
}

/** Names of envelope members beyond section 2.3. */
export function extraMembers(envelope: JsonObject): string[] {
  return Object.keys(envelope).filter((name) => !ENVELOPE_FIELDS.includes(name));
}
