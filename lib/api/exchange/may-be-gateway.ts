import {
  type HeaderPair,
  REQUEST_TIMEOUT,
  USER_AGENT,
  type WireAnswer,
  type WireRequest,
} from "../../http/transport.ts";
import { GATEWAY_STATUSES, TOO_MANY_REQUESTS } from "./infrastructure.ts";
import type { Answer } from "./answer.ts";
import { readJson, utf8Text } from "../json/json.ts";

/** Statuses with which something in front of an API answers by itself, with a page. */
export const GATEWAY_PAGES: readonly number[] = [
  403,
  REQUEST_TIMEOUT,
  413,
  414,
  417,
  421,
  TOO_MANY_REQUESTS,
  431,
  ...GATEWAY_STATUSES,
];
/** The program behind an API answers with such pages by itself: it cannot read, find or serve a request. */
const PAGES_OF_PROGRAMS: readonly number[] = [400, 401, 404, 410, 415, 422, 500, 501];
const LEAST_PAGE = 300;
/** A router leads elsewhere with them: to another spelling of the path, to https, to a riddle for people. */
const REDIRECTS: readonly number[] = [301, 302, 303, 307, 308];
/** Pages of routers for a path in which they find nothing, or which they do not read. */
const ROUTER_PAGES: readonly number[] = [400, 404];
/** Has a scheme other than that of a web page, names a machine by its address, breaks a line, or contains markup. */
const SUSPICIOUS =
  /"(?:(?!https?:)[a-z][a-z\d+.-]*:|https?:\/\/(?:\d{1,3}(?:\.\d{1,3}){3}\b|localhost|\[))|<[a-z!/?]|\\(?:u0000|[nr])|\.\.\//i;
const LONG_BODY = 1_000;
/** Some firewalls let no longer value pass. */
const LONG_VALUE = /"[^"]{401}/;
const LONG_KEY = 150;
const DEEP_JSON = "[".repeat(50);
/** Firewalls look for characters and words of programs and of SQL, for two dots, and for letters beyond ASCII. */
const UNCOMMON =
  /[!$'()*<>^`|\u0080-\uffff]|\b(?:script|select|union|insert|update|delete|drop)\b|(?<=\.)\.+/gi;
const NO_MEMBERS = Buffer.from("{}");
/** The path of an operation, without a query, an escape or a doubled slash. */
const PLAIN_PATH = /^(?:\/[\w-][\w.-]*)+$/;
/** The headers of an ordinary request of this API. */
const PLAIN_HEADERS = new Set([
  "accept",
  "content-type",
  "user-agent",
  "x-api-key",
  "x-nonce",
  "x-signature",
  "x-timestamp",
]);
const USUAL_VALUES = new Map([
  ["content-type", "application/json"],
  ["user-agent", USER_AGENT],
]);
/** Firewalls take a request without them for that of a robot. */
const EXPECTED = ["accept", "user-agent"];

/** Whether a page comes from something in front of the target, which takes the request for an attack or for too large. */
export function mayBeGateway({
  envelope,
  wire,
  request,
}: Pick<Answer, "envelope" | "wire" | "request">): boolean {
  const mayBe =
    GATEWAY_PAGES.includes(wire.status) ||
    (isPassingPage(wire) && isCommonlyBlocked(request)) ||
    (isOfRouter(wire) && !PLAIN_PATH.test(request.path));
  return envelope === undefined && mayBe && isUnusual(request);
}

/**
 * Whether something in front of a target may answer so, whatever the request: now and then, for a while, or for good. Some
 * firewalls answer with a page and a success.
 */
export function isPassingPage(wire: WireAnswer): boolean {
  const { status } = wire;
  return status === 200 ? isPage(wire) : status >= LEAST_PAGE && !PAGES_OF_PROGRAMS.includes(status);
}

function isOfRouter(wire: WireAnswer): boolean {
  return REDIRECTS.includes(wire.status) || (ROUTER_PAGES.includes(wire.status) && isPage(wire));
}

function isPage({ body }: WireAnswer): boolean {
  return /^\s*</.test(utf8Text(body));
}

/** Whether gateways commonly block such a request: it is very long or deep, or looks like an attack. */
export function isCommonlyBlocked({ headers, body }: Pick<WireRequest, "body" | "headers">): boolean {
  const isOddBody = body !== undefined && (body.length >= LONG_BODY || isOdd(body));
  return isOddBody || headers.some(isOddKey);
}

function isOddKey([name, value]: HeaderPair): boolean {
  return name.toLowerCase() === "x-api-key" && (value.length >= LONG_KEY || /[%*;"]/.test(value));
}

/** Whether a firewall may block a request: gateways commonly do, or its URL, headers or body are not those of the API. */
export function isUnusual(request: Pick<WireRequest, "path" | "body" | "headers">): boolean {
  const { path, headers, body = NO_MEMBERS } = request;
  const text = utf8Text(body);
  const isOddBody = text.search(UNCOMMON) >= 0 || LONG_VALUE.test(text) || !readJson(body).ok;
  const isOddHead = headers.some(isOtherHeader) || !EXPECTED.every((name) => hasHeader(headers, name));
  return isOddHead || !PLAIN_PATH.test(path) || isOddBody || isCommonlyBlocked(request);
}

/** The same text without what firewalls look for. */
export function withoutUncommon(text: string): string {
  return text.replaceAll(UNCOMMON, "");
}

function hasHeader(headers: readonly HeaderPair[], name: string): boolean {
  return headers.some(([key]) => key.toLowerCase() === name);
}

function isOtherHeader([name, value]: HeaderPair): boolean {
  const known = name.toLowerCase();
  const usual = USUAL_VALUES.get(known);
  return !PLAIN_HEADERS.has(known) || (usual !== undefined && value !== usual);
}

function isOdd({ buffer, byteOffset, length }: Uint8Array): boolean {
  const text = Buffer.from(buffer, byteOffset, length).toString("latin1");
  return text.includes(DEEP_JSON) || text.includes("\0") || SUSPICIOUS.test(text);
}
