import { readConfiguration, type Configuration } from "./webhook/configuration.ts";
import { readEnvelope } from "./envelope.ts";
import { isObject, type JsonObject, show } from "./finding.ts";
import { type JsonReading, readJson } from "./json.ts";
import type { Draft } from "./draft.ts";
import type { WireAnswer, WireRequest } from "../http/transport.ts";

/** An answer of the target, read but not yet judged. */
export interface Answer {
  readonly draft: Draft;
  readonly request: WireRequest;
  readonly wire: WireAnswer;
  readonly reading: JsonReading;
  /** Undefined when the body is no JSON object. */
  readonly envelope: JsonObject | undefined;
  /** Number of the exchange in the evidence. */
  readonly exchange: number;
  /** An earlier attempt at the same request failed on the network and may have been applied. */
  readonly repeated: boolean;
}

export function readAnswer(answer: Omit<Answer, "reading" | "envelope">): Answer {
  const reading = readJson(answer.wire.body);
  return { ...answer, reading, envelope: readEnvelope(reading) };
}

/** Success is judged by `data` alone: an object for query, true for register and disable. */
export function succeeded(answer: Answer): boolean {
  const data = answer.envelope?.["data"];
  return answer.draft.label === "query" ? isObject(data) : data === true;
}

/** The configuration that a query returned; undefined when it returned none. */
export function configurationIn(answer: Answer): Configuration | undefined {
  const data = answer.envelope?.["data"];
  return isObject(data) ? readConfiguration(data) : undefined;
}

/** An answer in one line, for people. */
export function describeAnswer(answer: Answer): string {
  const { wire, reading } = answer;
  return `HTTP ${wire.status} ${reading.ok ? show(reading.value) : `with a body that ${reading.problem}`}`;
}
