import { jsonOrUndefined } from "../text/json-or-undefined.ts";
import type { AnswerStep } from "./answer-plan.ts";
import { type Received, valueOfHeader } from "./arrival.ts";
import { type Echo, type Handshake, HANDSHAKES, type OwnHandshake } from "./echo.ts";

/** A challenge to a callback URL, and its name. */
interface EchoedChallenge {
  readonly name: string;
  readonly value: string | number;
}

/** Names of challenges. */
type Fits = (name: string) => boolean;

const MAX_CHALLENGE_CHARS = 1024;
const MAX_NAME_CHARS = 100;
const HEADER_NAME = /^[\w-]+$/;
const HEADER_VALUE = /^[\t\x20-\x7e]{0,1000}$/;
const CHALLENGE = /challenge/i;
const HUB_CHALLENGE = "hub.challenge";
/** An event of a 3-D Secure challenge may have members with such names. */
const MEMBER = "challenge";
const NUMBER = /^(?:0|[1-9]\d{0,14})$/;
/** An empty body: no bytes, blanks, or an empty object. */
const NOTHING = ["", "{}"];
const MAX_NOTHING_BYTES = 16;
const MAX_MEMBERS = 3;
const VERIFYING = /verif/i;
const EVENT_TYPE = /^card[._]/i;
const PROBES = ["GET", "HEAD", "OPTIONS"];

const forms: Readonly<Record<Handshake, (request: Received) => AnswerStep | undefined>> = {
  options: allowing,
  "hub-challenge": (request) => byQuery(request, named(HUB_CHALLENGE), asText),
  "get-challenge": (request) => byQuery(request, isChallenge, withNumbers),
  "post-challenge": byMember,
  "post-header": byHeader,
};

/**
 * The answer to a request that verifies a callback URL. It repeats the challenge in each place of its form. Undefined:
 * the request is not a handshake. Known forms: OPTIONS with `WebHook-Request-Origin`, answered in headers; GET with
 * `hub.challenge`, answered as text; GET with another challenge, answered as JSON; POST with a challenge in a member,
 * and perhaps in a header, answered in both; POST without content and with a challenge in a header, answered as text
 * and in headers. A request that looks like an event has no such form.
 */
export function handshakeAnswer(request: Received, echo: Echo = "auto"): AnswerStep | undefined {
  if (echo === "none") return undefined;
  return answerOf(request, echo) ?? (PROBES.includes(request.method) ? { status: 200 } : undefined);
}

/**
 * Whether a request can only be a handshake, even after an event was triggered. The payload of an event may
 * have a member with the name of a challenge. Then its type must announce a verification.
 */
export function isOnlyHandshake(request: Received, echo: Echo = "auto"): boolean {
  if (typeof echo === "object" || request.method !== "POST") return true;
  const members = jsonMembersOf(request);
  return (
    members.length === 0 || members.some(([name, value]) => name === "type" && VERIFYING.test(String(value)))
  );
}

/** The known form in which a request verifies a callback URL. Undefined: no known form. */
export function handshakeForm(request: Received): Handshake | undefined {
  return HANDSHAKES.find((name) => forms[name](request) !== undefined);
}

function answerOf(request: Received, echo: Exclude<Echo, "none">): AnswerStep | undefined {
  if (typeof echo === "object") return byOwn(request, echo);
  const known = echo === "auto" ? HANDSHAKES : [echo];
  for (const name of known) {
    const answer = forms[name](request);
    if (answer !== undefined) return answer;
  }
  return undefined;
}

function allowing(request: Received): AnswerStep | undefined {
  if (request.method !== "OPTIONS") return undefined;
  const origin = valueOfHeader(request, "webhook-request-origin");
  return {
    status: 200,
    headers: {
      allow: "POST, OPTIONS",
      ...(origin !== undefined && { "webhook-allowed-origin": origin, "webhook-allowed-rate": "*" }),
    },
  };
}

/** Names of parameters and headers vary between services. */
function isChallenge(name: string): boolean {
  return CHALLENGE.test(name);
}

function named(wanted: string): (name: string) => boolean {
  return (name) => name.toLowerCase() === wanted.toLowerCase();
}

function byQuery(
  request: Received,
  fits: (name: string) => boolean,
  answer: (challenge: EchoedChallenge) => AnswerStep,
): AnswerStep | undefined {
  const found = request.method === "GET" ? challengeInQuery(request, fits) : undefined;
  return found && answer(found);
}

function byMember(request: Received): AnswerStep | undefined {
  const found = mayAsk(request) ? challengeInBody(request, named(MEMBER)) : undefined;
  if (found === undefined) return undefined;
  const beside = challengeInHeader(request, isChallenge);
  return beside === undefined ? asJson(found) : withHeaders(asJson(found), beside);
}

function byHeader(request: Received): AnswerStep | undefined {
  const found =
    request.method === "POST" && isBare(request) ? challengeInHeader(request, isChallenge) : undefined;
  return found && withHeaders(asText(found), found);
}

function isBare({ body }: Received): boolean {
  if (body.length > MAX_NOTHING_BYTES) return false;
  return NOTHING.includes(Buffer.from(body).toString("latin1").replaceAll(/\s/g, ""));
}

/** An object with few members, without any sign of an event. */
function mayAsk(request: Received): boolean {
  const members = jsonMembersOf(request);
  const isEvent = members.some(([, value]) => typeof value === "string" && EVENT_TYPE.test(value));
  return request.method === "POST" && members.length <= MAX_MEMBERS && !isEvent;
}

const readers = { query: challengeInQuery, header: challengeInHeader, member: challengeInBody };

function byOwn(request: Received, { from, name, to }: OwnHandshake): AnswerStep | undefined {
  const found = readers[from](request, named(name));
  if (found === undefined) return undefined;
  if (to === "header")
    return isHeaderValue(found.value) ? { status: 200, headers: { [name]: String(found.value) } } : undefined;
  return to === "text" ? asText(found) : asJson({ ...found, name });
}

function asText({ value }: EchoedChallenge): AnswerStep {
  return { status: 200, headers: { "content-type": "text/plain" }, body: String(value) };
}

function asJson({ name, value }: EchoedChallenge): AnswerStep {
  return {
    status: 200,
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ [name]: value }),
  };
}

/** A query contains only text, so a number is repeated as text. */
function withNumbers({ name, value }: EchoedChallenge): AnswerStep {
  return asJson({ name, value: NUMBER.test(String(value)) ? Number(value) : value });
}

function withHeaders(answer: AnswerStep, { name, value }: EchoedChallenge): AnswerStep {
  const response = name.replace(CHALLENGE, (word) => (/^[A-Z]/.test(word) ? "Response" : "response"));
  return { ...answer, headers: { ...answer.headers, [name]: String(value), [response]: String(value) } };
}

/** The first parameter of the query with a matching name. */
function challengeInQuery({ target }: Received, fits: Fits): EchoedChallenge | undefined {
  const start = target.indexOf("?");
  const parameters = start === -1 ? [] : [...new URLSearchParams(target.slice(start))];
  return firstOf(parameters, fits);
}

/** The first header with a matching name. */
function challengeInHeader({ headers }: Received, fits: Fits): EchoedChallenge | undefined {
  return firstOf(
    headers.filter(([name, value]) => HEADER_NAME.test(name) && isHeaderValue(value)),
    fits,
  );
}

/** The first member of the JSON body with a matching name, if it is a text or a number. */
function challengeInBody(request: Received, fits: Fits): EchoedChallenge | undefined {
  return firstOf(jsonMembersOf(request), fits);
}

/** The members of the JSON body of a request. Empty: it is too long for a challenge, or not an object. */
function jsonMembersOf({ body }: Received): readonly (readonly [string, unknown])[] {
  if (body.length === 0 || body.length > MAX_CHALLENGE_CHARS) return [];
  const value = jsonOrUndefined(Buffer.from(body).toString("utf8"));
  return typeof value === "object" && value !== null ? Object.entries(value) : [];
}

/** Whether a challenge may stand in a header of an answer. */
function isHeaderValue(value: string | number): boolean {
  return HEADER_VALUE.test(String(value));
}

function firstOf(pairs: readonly (readonly [string, unknown])[], fits: Fits): EchoedChallenge | undefined {
  for (const [name, value] of pairs) {
    if (name.length > MAX_NAME_CHARS || !fits(name)) continue;
    if (typeof value === "number") return { name, value };
    if (typeof value === "string" && value.length <= MAX_CHALLENGE_CHARS) return { name, value };
  }
  return undefined;
}
