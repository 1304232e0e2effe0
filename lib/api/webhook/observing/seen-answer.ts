import { type Answer, succeeded, extraMembers } from "../../exchange/answer.ts";
import type { Draft, Expectation } from "../../request/draft.ts";
import type { HeaderPair } from "../../../http/transport.ts";
import { isObject, type JsonObject, type JsonValue, utf8Text } from "../../json/json.ts";
import { configurationIn, hasConfiguration } from "../../merchant/configuration.ts";
import { isRefusal, type Known } from "../model/known.ts";
import { boundValue } from "./bound-value.ts";
import type { Plain } from "../../../engine/requirement/plain.ts";
import { plainOf } from "../../json/type-of.ts";
import type { RefusalKind } from "./refusal-kind.ts";

/** One answer, reduced to what observations are about. */
export interface SeenAnswer {
  readonly caller: string;
  readonly label: string;
  readonly expects: Expectation;
  /** Sent while others were under way: nothing follows from its place in the order. */
  readonly overlaps: boolean;
  readonly succeeded: boolean;
  /** The fault of the request, if many targets answer this kind differently. */
  readonly kind: RefusalKind | undefined;
  /** The callback URL of a register. */
  readonly url: string | undefined;
  readonly status: number;
  /** Undefined: the body is no JSON object. */
  readonly envelope: SeenEnvelope | undefined;
  readonly headers: readonly HeaderPair[];
  /** Undefined: none of these, or it is not clear what was before. */
  readonly transition: Transition | undefined;
  /** `data` of a query, when it is an object. */
  readonly configuration: JsonObject | undefined;
  /** Milliseconds since 1970, by the clock of this machine. */
  readonly receivedAt: number;
  readonly durationMs: number;
}

/** A step whose effect the document leaves open: an answer to it, or the first reading after a register. */
export type Transition =
  | "first register"
  | "register again"
  | "register on disabled"
  | "second disable"
  | "query of nothing"
  | "disable of nothing";

/** The part of an envelope that does not depend on its operation. An absent member is the word `absent`. */
export interface SeenEnvelope {
  readonly code: Plain;
  readonly msg: Plain;
  readonly message: Plain;
  /** `data`, where it is no configuration. */
  readonly data: Plain;
  readonly extra: readonly string[];
  /** Whether its members stand in the order of the document. */
  readonly ordered: boolean;
  readonly style: readonly string[];
}

const ABSENT = "absent";
const NAMED = ["code", "msg", "message", "data"];
const MAX_TEXT_CHARS = 120;
const MAX_KEPT_BYTES = 64 * 1024;
const SPACE = 0x20;
/** Observations are about usual headers, which come early. */
const MAX_KEPT_HEADERS = 100;

const ESCAPED_UNICODE = /(?<!\\)(?:\\\\)*\\u(?!00[01])[0-9a-f]{4}/i;
const BLANK_AFTER_KEY = /(?<!\\)":[ \t]/;
const ESCAPED_SLASH = /(?<!\\)(?:\\\\)*\\\//;

/** Facts about an answer that it does not carry itself. */
export type AnswerFacts = Pick<SeenAnswer, "caller" | "kind" | "receivedAt" | "durationMs">;

/** @param known what was known of the configuration of the caller before */
export function seenAnswerOf(answer: Answer, circumstances: AnswerFacts, known: Known): SeenAnswer {
  const { draft, wire } = answer;
  const envelope = keptEnvelope(answer);
  const data = envelope?.["data"];
  return {
    ...circumstances,
    label: draft.label,
    expects: draft.expects,
    overlaps: draft.overlaps === true || answer.repeated,
    succeeded: draft.label === "query" ? isFilled(data) || isEmptySuccess(answer) : succeeded(answer),
    url: draft.url,
    transition: transitionOf(answer, known),
    status: wire.status,
    envelope: envelope === undefined ? undefined : seenEnvelope(envelope, answer),
    headers: wire.headers.slice(0, MAX_KEPT_HEADERS),
    configuration: draft.label === "query" && isObject(data) ? data : undefined,
  };
}

function transitionOf(answer: Answer, known: Known): Transition | undefined {
  const { label, expects, overlaps } = answer.draft;
  if (overlaps === true || (expects !== "success" && expects !== "open")) return undefined;
  const { exists, absent, disabled } = known;
  if (label === "disable") {
    if (absent && !exists) return "disable of nothing";
    return disabled === true ? "second disable" : undefined;
  }
  if (label !== "query") return undefined;
  const shown = configurationIn(answer);
  if (!hasConfiguration(shown)) return exists ? undefined : "query of nothing";
  return shown.status === 0 || shown.status === 1 ? afterRegister(known) : undefined;
}

/** The kind of a register, if nothing else has come since the last reading but disables before it. */
function afterRegister({ absent, seen, since }: Known): Transition | undefined {
  const [last, ...others] = since.filter((step) => !isRefusal(step)).toReversed();
  if (last !== "register" || others.includes("register")) return undefined;
  if (absent) return "first register";
  if (others.includes("other")) return undefined;
  if (others.length > 0 || seen?.status === 0) return "register on disabled";
  return seen?.status === 1 ? "register again" : undefined;
}

/** Of a large answer only the beginning is kept. */
function keptEnvelope({ envelope, wire }: Answer): JsonObject | undefined {
  if (envelope === undefined || wire.body.length <= MAX_KEPT_BYTES) return envelope;
  const kept = boundValue(envelope);
  return isObject(kept) ? kept : undefined;
}

function seenEnvelope(envelope: JsonObject, { draft, wire }: Answer): SeenEnvelope {
  const names = Object.keys(envelope).filter((name) => NAMED.includes(name));
  const data = envelope["data"];
  return {
    code: memberOf(envelope, "code"),
    msg: wordingOf(envelope["msg"], draft),
    message: wordingOf(envelope["message"], draft),
    data: draft.label === "query" && isFilled(data) ? "object" : memberOf(envelope, "data"),
    extra: extraMembers(envelope),
    ordered: names.join() === NAMED.filter((name) => names.includes(name)).join(),
    style: jsonStyle(styledText(wire.body)),
  };
}

/** How a large answer is written is seen from its beginning and its end. */
function styledText(body: Uint8Array): string {
  const beginning = utf8Text(body.subarray(0, MAX_KEPT_BYTES));
  if (body.length <= MAX_KEPT_BYTES) return beginning;
  const endsBlank = (body.at(-1) ?? 0) <= SPACE;
  return `${beginning}${endsBlank ? " " : "}"}`;
}

/** A target may return none of the fields; but an empty object is a success only where one is due. */
function isEmptySuccess(answer: Answer): boolean {
  return answer.draft.expects === "success" && succeeded(answer);
}

function isFilled(data: JsonValue | undefined): boolean {
  return isObject(data) && Object.keys(data).length > 0;
}

function memberOf(envelope: JsonObject, name: string): Plain {
  const value = envelope[name];
  return value === undefined ? ABSENT : plainOf(value);
}

/** A text without what the request put into it. */
function wordingOf(value: JsonValue | undefined, { url }: Draft): Plain {
  if (value === undefined) return ABSENT;
  if (typeof value !== "string") return plainOf(value);
  const text = url === undefined || url === "" ? value : value.replaceAll(url, "{callbackUrl}");
  return text.length > MAX_TEXT_CHARS ? `${text.slice(0, MAX_TEXT_CHARS)}…` : text;
}

/** How a JSON text is written, beyond what it means: nothing for the shortest way. */
function jsonStyle(text: string): string[] {
  const isIndented = /^\s*\{\s/.test(text);
  const traits: readonly (readonly [trait: string, shows: boolean])[] = [
    ["white space around", /^\s|\s$/.test(text)],
    ["indented", isIndented],
    ["blanks after colons", !isIndented && BLANK_AFTER_KEY.test(text)],
    ["escaped slashes", ESCAPED_SLASH.test(text)],
    ["\\u escapes", ESCAPED_UNICODE.test(text)],
  ];
  return traits.filter(([, shows]) => shows).map(([trait]) => trait);
}
