import { readEnvelope } from "./envelope.ts";
import { isObject, type JsonObject, show } from "../json/json-object.ts";
import { type JsonReading, readJson } from "../json/json.ts";
import type { Draft } from "../request/draft.ts";
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

/** What an answer says about its request. */
export type Meaning = "accepted" | "refused" | "neither";

/**
 * The one reading of an answer, by `data` alone (section 7): accepted is an object for query, true for register and
 * disable; refused is none of these, as long as it has their type, or is absent or null.
 */
export function meaningOf(answer: Pick<Answer, "draft" | "envelope">): Meaning {
  const { draft, envelope } = answer;
  if (envelope === undefined) return "neither";
  const data = envelope["data"];
  const isQuery = draft.label === "query";
  if (isQuery ? isObject(data) : data === true) return "accepted";
  return data === undefined || data === null || (!isQuery && data === false) ? "refused" : "neither";
}

export function succeeded(answer: Answer): boolean {
  return meaningOf(answer) === "accepted";
}

/** An answer in one line, for people. */
export function describeAnswer(answer: Answer): string {
  const { wire, reading } = answer;
  return `HTTP ${wire.status} ${reading.ok ? show(reading.value) : `with a body that ${reading.problem}`}`;
}
