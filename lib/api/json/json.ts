import { detachText } from "../../text/detached.ts";
import { isUtf8 } from "node:buffer";
import { parse } from "lossless-json";
import { exceedsDepth, MAX_DEPTH } from "../../text/exceeds-depth.ts";
import { duplicateMembers } from "./duplicate-members.ts";

declare global {
  interface JSON {
    /** As V8 has it since 11.4: a reviver gets the source of a primitive value. */
    parse(
      text: string,
      reviver: (name: string, value: unknown, context: { readonly source?: string }) => unknown,
    ): unknown;
  }
}

/** A JSON number that is not an integer literal (`1.5`, `1.0`, `1e3`), kept as it was written. */
export class NonIntegerNumber {
  readonly source: string;

  constructor(source: string) {
    this.source = source;
  }
}

/** A JSON value without loss: integers beyond 2^53 are bigints, other non-integers keep their source. */
export type JsonValue =
  | null
  | boolean
  | string
  | number
  | bigint
  | NonIntegerNumber
  | readonly JsonValue[]
  | { readonly [member: string]: JsonValue };

/** The outcome of reading bytes as JSON. `problem` completes the sentence "The body …". */
export type JsonReading =
  | {
      readonly ok: true;
      readonly value: JsonValue;
      /** JSON pointers of members given more than once in one object; the last one is the value. */
      readonly duplicateMembers: readonly string[];
      /** The bytes started with a UTF-8 byte order mark, which is not part of the JSON. */
      readonly bom: boolean;
    }
  | { readonly ok: false; readonly problem: string };

const MAX_PROBLEM_CHARS = 160;
/** A longer number costs more than its length to convert. Common parsers reject it too. */
const MAX_NUMBER_CHARS = 1_000;
const BOM = [0xef, 0xbb, 0xbf] as const;
/**
 * The end of a number that JavaScript would change: with a fraction or an exponent, or with many digits. A text
 * without it has no such number. A date in a string does not match, because its number does not end there.
 */
const MAY_CHANGE = /(?:\d\.\d+|\d(?:\.\d+)?[eE][+-]?\d+|\d{16})[ \t\r\n]*(?:[,\]}]|$)/;

/** Reads one JSON document from UTF-8 bytes. Never throws; offsets count from 0, after a byte order mark. */
export function readJson(bytes: Uint8Array): JsonReading {
  const bom = BOM.every((byte, index) => bytes[index] === byte);
  const content = bom ? bytes.subarray(BOM.length) : bytes;
  if (content.length === 0) return refusal("is empty");
  if (!isUtf8(content)) return refusal(`is not UTF-8 (byte ${firstInvalidByte(content)})`);
  const text = utf8Text(content);
  if (/^[ \t\r\n]*$/.test(text)) return refusal("holds only white space");
  if (exceedsDepth(text)) return refusal(`is nested too deeply (more than ${MAX_DEPTH} levels)`);
  try {
    const value = parseJson(text);
    return {
      ok: true,
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the parser makes exactly these types
      value: value as JsonValue,
      get duplicateMembers() {
        return duplicateMembers(utf8Text(content));
      },
      bom,
    };
  } catch (error) {
    if (error instanceof LongNumberError) return refusal(error.message);
    if (error instanceof SyntaxError) return refusal(syntaxProblem(text));
    throw error;
  }
}

/** A number that is not read. The message completes the sentence "The body …". */
class LongNumberError extends Error {
  override readonly name = "LongNumberError";

  constructor(chars: number) {
    super(`has a number of ${chars} characters (more than ${MAX_NUMBER_CHARS})`);
  }
}

/**
 * Writes a value as compact JSON; what `readJson` read is written with the same numbers.
 *
 * @throws {RangeError} for NaN and infinities, which JSON cannot express.
 */
export function writeJson(value: JsonValue): string {
  if (typeof value === "number") return writeNumber(value);
  if (typeof value === "bigint") return value.toString();
  if (value instanceof NonIntegerNumber) return value.source;
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  if (isArray(value)) return `[${value.map(writeJson).join(",")}]`;
  const members = Object.entries(value).map(
    ([name, member]) => `${JSON.stringify(name)}:${writeJson(member)}`,
  );
  return `{${members.join(",")}}`;
}

/** @throws {SyntaxError} when it is not JSON */
function parseJson(text: string): unknown {
  if (!MAY_CHANGE.test(text)) return JSON.parse(text);
  return JSON.parse(text, (_name, value, { source }) =>
    typeof value === "number" && source !== undefined ? readNumber(source) : value,
  );
}

/** Reads bytes as UTF-8 without a copy of them. */
export function utf8Text({ buffer, byteOffset, length }: Uint8Array): string {
  return Buffer.from(buffer, byteOffset, length).toString("utf8");
}

function isArray(value: object): value is readonly JsonValue[] {
  return Array.isArray(value);
}

function readNumber(source: string): number | bigint | NonIntegerNumber {
  if (source.length > MAX_NUMBER_CHARS) throw new LongNumberError(source.length);
  if (!/^-?\d+$/.test(source)) return new NonIntegerNumber(source);
  const number = Number(source);
  return Number.isSafeInteger(number) ? number : BigInt(source);
}

function writeNumber(value: number): string {
  if (!Number.isFinite(value)) throw new RangeError(`Cannot write a JSON number: it is ${value}`);
  return Object.is(value, -0) ? "-0" : String(value);
}

function refusal(problem: string): JsonReading {
  return { ok: false, problem };
}

/** Describes a syntax error of JSON in short, printable words. The words of Node differ between its versions. */
function syntaxProblem(text: string): string {
  try {
    parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return described(error);
    throw error;
  }
  return "is not JSON";
}

function described({ message }: SyntaxError): string {
  const offset = /at position (\d+)$/.exec(message)?.[1] ?? "unknown";
  if (message.startsWith("Expected end of input")) return `has bytes after the JSON value (offset ${offset})`;
  const what = message.replace(/ ?at position \d+$/, "").slice(0, MAX_PROBLEM_CHARS);
  return `is not JSON: ${what.replace(/[^\x20-\x7e]/g, escaped)} (offset ${offset})`;
}

function escaped(char: string): string {
  return `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

/** The offset of the byte at which decoding fails; the length when a character is cut off at the end. */
function firstInvalidByte(bytes: Uint8Array): number {
  let valid = 0;
  let invalid = bytes.length + 1;
  while (invalid - valid > 1) {
    const middle = Math.floor((valid + invalid) / 2);
    if (isUtf8Start(bytes.subarray(0, middle))) valid = middle;
    else invalid = middle;
  }
  return invalid - 1;
}

/** Whether some continuation can make these bytes valid UTF-8. */
function isUtf8Start(bytes: Uint8Array): boolean {
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes, { stream: true });
    return true;
  } catch {
    return false;
  }
}

export type JsonObject = { readonly [member: string]: JsonValue };

const MAX_SHOWN_CHARS = 200;

export function isObject(value: JsonValue | undefined): value is JsonObject {
  return (
    typeof value === "object" &&
    value !== null &&
    !Array.isArray(value) &&
    !(value instanceof NonIntegerNumber)
  );
}

/** The value of an optional field; JSON null counts as absent. */
export function fieldOf(object: JsonObject, name: string): JsonValue | undefined {
  const value = Object.hasOwn(object, name) ? object[name] : undefined;
  return value === null ? undefined : value;
}

/** A JSON value for people, cut to a line. */
export function describeJson(value: JsonValue | undefined): string {
  if (value === undefined) return "nothing";
  const text = writeJson(value);
  return text.length > MAX_SHOWN_CHARS
    ? `${detachText(text.slice(0, MAX_SHOWN_CHARS))}… (${text.length} characters)`
    : text;
}

/** Two values that should be the same, as evidence takes them: only of texts it can be said where they differ. */
export function comparedTexts(
  expected: JsonValue | undefined,
  actual: JsonValue | undefined,
): { readonly compared?: readonly [expected: string, actual: string] } {
  return typeof expected === "string" && typeof actual === "string" ? { compared: [expected, actual] } : {};
}
