import { looksLikeEnvelope, readEnvelope } from "./answer.ts";
import { type JsonObject, readJson, utf8Text } from "../json/json.ts";
import { REQUEST_TIMEOUT, type WireAnswer } from "../../http/transport.ts";

/** Statuses that a content delivery network adds for an origin that it cannot reach. */
const DELIVERY_NETWORK_STATUSES = [520, 521, 522, 523, 524, 525, 526, 527, 530];
/** Statuses of something that cannot reach the API. */
export const GATEWAY_STATUSES: readonly number[] = [502, 503, 504, ...DELIVERY_NETWORK_STATUSES];
export const TOO_MANY_REQUESTS = 429;
/** Words of a rate limit, in English and in Chinese. */
const TOO_MANY = /too many requests|rate limit|throttled|frequency|too frequent|频繁|限流/i;
const UNAVAILABLE = 503;
/** The request was not processed, and may be sent again (RFC 8470). */
const TOO_EARLY = 425;
/** With these headers a content delivery network or firewall says that it has answered by itself, with a riddle for people. */
const CHALLENGES = ["cf-mitigated", "x-amzn-waf-action"];
/** Matches the three date forms of RFC 9110, section 5.6.7, well enough to exclude other text. */
const HTTP_DATE = /^[A-Z][a-z]{2,8},? .*\d{2}:\d{2}:\d{2}/;

/** A status by which a gateway, or the target itself, says that it cannot serve the request now. */
export function isUnavailable({ status }: Pick<WireAnswer, "status">): boolean {
  return GATEWAY_STATUSES.includes(status);
}

/** An answer of something in front of the target, which did not reach it: without the target's envelope. */
export function isGatewayFailure(answer: WireAnswer): boolean {
  const mayBe =
    isUnavailable(answer) ||
    answer.status === REQUEST_TIMEOUT ||
    answer.status === TOO_EARLY ||
    CHALLENGES.some((name) => headerOf(answer, name) !== undefined);
  return mayBe && !looksLikeEnvelope(readEnvelope(readJson(answer.body)));
}

/**
 * The target, or something in front of it, asks to come back later.
 * @param codes values of `code` by which the target does, beside words
 */
export function isThrottled(answer: WireAnswer, codes: readonly number[] = []): boolean {
  if (answer.status === TOO_MANY_REQUESTS || saysTooMany(answer)) return true;
  const code = codes.length === 0 ? undefined : codeOf(answer);
  if (typeof code === "number" && codes.includes(code)) return true;
  const mayPass = answer.status === UNAVAILABLE || isGatewayFailure(answer);
  return mayPass && headerOf(answer, "retry-after") !== undefined;
}

/** Whether a refusal says in words that too many requests came, whatever its status. */
function saysTooMany(answer: WireAnswer): boolean {
  if (!TOO_MANY.test(utf8Text(answer.body))) return false;
  const { data = null, msg, message } = envelopeOf(answer) ?? {};
  const isRefusal = data === null || data === false;
  return isRefusal && [msg, message].some((text) => typeof text === "string" && TOO_MANY.test(text));
}

/** The `code` of an envelope; undefined without one. */
export function codeOf(answer: WireAnswer): unknown {
  return envelopeOf(answer)?.["code"];
}

function envelopeOf({ body }: WireAnswer): JsonObject | undefined {
  return readEnvelope(readJson(body));
}

/**
 * The pause that Retry-After asks for, given in seconds or as a date by the target's clock, which is that of its Date
 * header. Undefined without one.
 */
export function retryAfterMs(answer: WireAnswer, now: number): number | undefined {
  const value = headerOf(answer, "retry-after") ?? "";
  if (/^\d+$/.test(value)) return Number(value) * 1000;
  if (!HTTP_DATE.test(value)) return undefined;
  const pauseMs = Date.parse(value) - (dateOf(answer) ?? now);
  return Number.isNaN(pauseMs) ? undefined : Math.max(pauseMs, 0);
}

/** The time of the Date header, in milliseconds since 1970. */
export function dateOf(answer: Pick<WireAnswer, "headers">): number | undefined {
  const date = Date.parse(headerOf(answer, "date") ?? "");
  return Number.isNaN(date) ? undefined : date;
}

/** The first value of a header, whatever the letter case of its name. */
export function headerOf({ headers }: Pick<WireAnswer, "headers">, name: string): string | undefined {
  return headers.find(([key]) => key.toLowerCase() === name)?.[1].trim();
}
