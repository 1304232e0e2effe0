import { type Answer, meaningOf } from "./answer.ts";
import { isObject } from "../json/json-object.ts";
import type { JsonValue } from "../json/json.ts";
import { isNamedOnly } from "../request/draft.ts";

interface KnownStatus {
  /** Undefined: not known. */
  readonly disabled: boolean | undefined;
}

/** Whether it can be told from an answer what was done: it is one JSON object, and its `data` has the type that a success has. */
export function isClear(answer: Answer, known: KnownStatus): boolean {
  const { envelope, reading } = answer;
  if (envelope === undefined || (reading.ok && reading.bom)) return false;
  return !mustSucceed(answer, known) || meaningOf(answer) !== "neither";
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
