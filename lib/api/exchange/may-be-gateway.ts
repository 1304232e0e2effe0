import type { Answer } from "./answer.ts";

/** Statuses with which something in front of an API answers by itself, with a page. */
export const GATEWAY_PAGES: readonly number[] = [403, 413, 414, 421, 431];
/** Reads files, runs scripts, reaches the service's own machine. */
const SUSPICIOUS = /^(file|javascript|data):|^http:\/\/(127\.|localhost)/i;
const LONG_URL = 1_000;
const LONG_KEY = 150;
const LONG_BODY = 4_000;
const DEEP_JSON = "[".repeat(50);

/** Whether a page comes from something in front of the target, which takes the request for an attack or for too large. */
export function mayBeGateway(answer: Answer): boolean {
  return (
    answer.envelope === undefined && GATEWAY_PAGES.includes(answer.wire.status) && isCommonlyBlocked(answer)
  );
}

/** Whether gateways commonly block such a request: it is very long or deep, or looks like an attack. */
export function isCommonlyBlocked({ draft, request }: Pick<Answer, "draft" | "request">): boolean {
  const { url = "" } = draft;
  const body = Buffer.from(request.body ?? []).toString("latin1");
  const isLong = url.length >= LONG_URL || body.length >= LONG_BODY || body.includes(DEEP_JSON);
  const hasOddKey = request.headers.some(
    ([name, value]) =>
      name.toLowerCase() === "x-api-key" && (value.length >= LONG_KEY || /[%*;"]/.test(value)),
  );
  return isLong || hasOddKey || body.includes("\0") || SUSPICIOUS.test(url);
}
