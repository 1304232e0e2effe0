import { InconclusiveError } from "../../../engine/record/verdict.ts";
import { percentEncoded } from "../../../text/percent-encoded.ts";
import type { TriggerStep } from "../../../profile/load/steps-of.ts";

/** Longer ones are no id, and no token of a simulator. */
const MAX_CHARS = 256;

/** Where a value is filled in: how it is written there, and why what was captured from an answer may not stand there. */
export interface Place {
  readonly write: (value: string) => string;
  /** Completes the sentence "The value …"; undefined: nothing. */
  readonly problem: (value: string) => string | undefined;
}

const asItIs = (value: string) => value;
const isDotSegment = (part: string) => part === "." || part === "..";

/** Neither an option, a file, an address, nor anything that a shell reads as more than a word. */
export const IN_COMMAND: Place = {
  write: asItIs,
  problem(value) {
    if (value.startsWith("-")) return 'begins with "-", which a command reads as an option';
    if (value.startsWith("@")) return 'begins with "@", which a command reads as the name of a file';
    if (value.includes("://")) return "is an address";
    if (value.split("/").some(isDotSegment)) return "would lead to another path";
    return /^[\w.:@/+=,-]+$/.test(value)
      ? undefined
      : "has characters that a command may not hold: letters, digits and _ . : @ / + = , - are allowed";
  },
};

export const IN_HEADER: Place = {
  write: asItIs,
  problem: (value) => (/^[\x21-\x7e]+$/.test(value) ? undefined : "is not ASCII, and stands in a header"),
};

/** A path or a query. */
export const IN_URL: Place = {
  write: percentEncoded,
  problem: (value) =>
    value.split(/[/\\]/).some(isDotSegment) ? "would lead to another path of the URL" : undefined,
};

/** The body is written as JSON afterwards. */
const IN_BODY: Place = { write: asItIs, problem: () => undefined };

/** @throws {InconclusiveError} when a value that an answer gave is no bounded word of visible characters */
export function assertCapturable(name: string, value: string): void {
  if (value === "") throw unusable(name, "is empty");
  if (value.length > MAX_CHARS) throw unusable(name, `is longer than ${MAX_CHARS} characters`);
  if (/[\s\p{C}\p{Z}]/u.test(value)) throw unusable(name, "is not one word of visible characters");
}

/** @throws {InconclusiveError} when a value that an answer gave may not stand at a place */
function assertFits(name: string, value: string, place: Place): void {
  const problem = place.problem(value);
  if (problem !== undefined) throw unusable(name, problem);
}

function unusable(name: string, problem: string): InconclusiveError {
  return new InconclusiveError(
    `Cannot use {${name}}, which was captured from an answer: the value ${problem}. Look at capture.${name} in the steps of events.trigger and events.triggers.`,
  );
}

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
