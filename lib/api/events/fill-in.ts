import type { TriggerStep } from "../../profile/steps-of.ts";
import { assertFits, IN_BODY, type Place } from "./captured-value.ts";

type Body = TriggerStep["body"];

/** Values of the names in braces. */
export interface Value {
  readonly text: string;
  /** It came with an answer of the target, and is data whatever it looks like. */
  readonly isCaptured?: true;
}

/** Values for the braces of a trigger, by name. */
export type Values = ReadonlyMap<string, Value>;

/**
 * A text with what stands in braces filled in; a name that is not known stays as it is.
 * @throws {InconclusiveError} when a captured value may not stand there
 */
export function fillIn(text: string, values: Values, place: Place): string {
  return text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => {
    const value = values.get(name);
    if (value === undefined) return whole;
    if (value.isCaptured === true) assertFits(name, value.text, place);
    return place.write(value.text);
  });
}

/** A JSON value with every text in it filled in. */
export function fillInBody(body: Body, values: Values): Body {
  if (typeof body === "string") return fillIn(body, values, IN_BODY);
  if (Array.isArray(body)) return body.map((item) => fillInBody(item, values));
  if (typeof body !== "object" || body === null) return body;
  return Object.fromEntries(Object.entries(body).map(([name, member]) => [name, fillInBody(member, values)]));
}
