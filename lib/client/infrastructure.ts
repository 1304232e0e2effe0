import { looksLikeEnvelope, readEnvelope } from "../wire/envelope.ts";
import { readJson } from "../wire/json.ts";
import type { WireAnswer } from "./transport.ts";

const GATEWAY_STATUSES: readonly number[] = [502, 503, 504];
const TOO_MANY_REQUESTS = 429;
const MAX_PAUSE_MS = 120_000;

/** An answer of something in front of the target: 502, 503 or 504 without the target's envelope. */
export function isGatewayFailure(answer: WireAnswer): boolean {
  return GATEWAY_STATUSES.includes(answer.status) && !looksLikeEnvelope(readEnvelope(readJson(answer.body)));
}

/** The target, or something in front of it, asks to come back later. */
export function isThrottled(answer: WireAnswer): boolean {
  return (
    answer.status === TOO_MANY_REQUESTS ||
    (isGatewayFailure(answer) && headerOf(answer, "retry-after") !== undefined)
  );
}

/** The pause that Retry-After asks for, given in seconds or as a date; at most two minutes. Undefined without one. */
export function retryAfterMs(answer: WireAnswer, now: number): number | undefined {
  const value = headerOf(answer, "retry-after");
  if (value === undefined) return undefined;
  const pauseMs = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - now;
  return Number.isNaN(pauseMs) ? undefined : Math.min(Math.max(pauseMs, 0), MAX_PAUSE_MS);
}

/** The first value of a header, whatever the letter case of its name. */
export function headerOf(answer: WireAnswer, name: string): string | undefined {
  return answer.headers.find(([key]) => key.toLowerCase() === name)?.[1].trim();
}
