import type { WireAnswer, WireRequest } from "../../http/transport.ts";
import { GATEWAY_STATUSES, TOO_MANY_REQUESTS } from "./infrastructure.ts";
import type { Answer } from "./answer.ts";

/** Statuses with which something in front of an API answers by itself, with a page. */
export const GATEWAY_PAGES: readonly number[] = [
  403,
  413,
  414,
  421,
  TOO_MANY_REQUESTS,
  431,
  ...GATEWAY_STATUSES,
];
/** Reads files, runs scripts, may reach the service's own machine, or contains markup. */
const SUSPICIOUS =
  /"(?:(?:file|javascript|data):|https?:\/\/(?:127\.|localhost|\[))|<[a-z!/?]|\\u0000|\.\.\//i;
const LONG_BODY = 1_000;
const LONG_KEY = 150;
const DEEP_JSON = "[".repeat(50);

/** Whether a page comes from something in front of the target, which takes the request for an attack or for too large. */
export function mayBeGateway({
  envelope,
  wire,
  request,
}: Pick<Answer, "envelope" | "wire" | "request">): boolean {
  return envelope === undefined && isGatewayPage(wire) && isCommonlyBlocked(request);
}

function isGatewayPage({ status }: Pick<WireAnswer, "status">): boolean {
  return GATEWAY_PAGES.includes(status);
}

/** Whether gateways commonly block such a request: it is very long or deep, or looks like an attack. */
export function isCommonlyBlocked(request: Pick<WireRequest, "body" | "headers">): boolean {
  const { headers, body } = request;
  const hasOddKey = headers.some(
    ([name, value]) =>
      name.toLowerCase() === "x-api-key" && (value.length >= LONG_KEY || /[%*;"]/.test(value)),
  );
  return hasOddKey || (body !== undefined && (body.length >= LONG_BODY || isOdd(body)));
}

function isOdd({ buffer, byteOffset, length }: Uint8Array): boolean {
  const text = Buffer.from(buffer, byteOffset, length).toString("latin1");
  return text.includes(DEEP_JSON) || text.includes("\0") || SUSPICIOUS.test(text);
}
