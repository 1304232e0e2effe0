import type { WireAnswer } from "../../lib/http/transport.ts";
import { profiles } from "./judge-target.ts";

/** The largest body that the suite reads, with room for what the reference itself has put there. */
const GREATEST_CHARS = 2 * 1024 * 1024 - 64 * 1024;

/** Fills an answer up to about the greatest size. Undefined: there is no place for it. */
export type Form = (answer: WireAnswer) => WireAnswer | undefined;

let calls = 0;
/** A text that no other call gets. */
const fresh = () => `f${(calls += 1)}`;

/** So many items of about so many characters each, with commas between them. */
function list(chars: number, item: (at: number) => string): string {
  const count = Math.floor(chars / (item(100_000).length + 1));
  return Array.from({ length: count }, (_, at) => item(at)).join(",");
}

function repeated(text: string, chars: number): string {
  return text.repeat(Math.floor(chars / text.length));
}

/** Replaces the first match in the body. */
function within(pattern: RegExp, text: (chars: number) => string): Form {
  return (answer) => {
    const body = Buffer.from(answer.body).toString();
    return pattern.test(body)
      ? { ...answer, body: Buffer.from(body.replace(pattern, () => text(GREATEST_CHARS))) }
      : undefined;
  };
}

/** Where more members of an object fit in: of an envelope, of its `data`, or of a message of MCP. */
const OBJECT = /^\{(?=")/;
const DATA = /(?<="data":)\{[^]*\}(?=\}$)/;
const RESULT = /(?<="result":)\{(?=")/;

const members = (chars: number) => list(chars, (at) => `"${fresh()}":${at}`);
const below = (name: string, chars: number) => `{"${name}":{${list(chars, (at) => `"k${at}":${at}`)}}}`;
const eventTypes = (chars: number) =>
  JSON.stringify(`[${list(chars * 0.9, (at) => `"t.${(at * 7_919 + calls) % 1_000_003}"`)}]`);
const NESTED = 490;

/** Bodies of an operation. */
export const ENVELOPES: Readonly<Record<string, Form>> = {
  "one member, repeated": within(OBJECT, (chars) => `{${list(chars, () => '"code":0')},`),
  "members of names that no other answer has": within(OBJECT, (chars) => `{${members(chars)},`),
  "a name of half the size, and members below it": within(DATA, (chars) =>
    below("n".repeat(chars / 2), chars / 2),
  ),
  "a list below names of 2,000 characters, in each other": within(DATA, (chars) => {
    const depth = Math.floor(chars / 2 / 2_010);
    return `${repeated(`{"${"d".repeat(2_000)}":`, depth * 2_005)}${below("e", chars / 2)}${"}".repeat(depth - 1)}`;
  }),
  "items in lists, nested as deeply as the suite reads": within(
    DATA,
    (chars) => `${"[".repeat(NESTED)}${list(chars, String)}${"]".repeat(NESTED)}`,
  ),
  "the longest text": within(OBJECT, (chars) => `{"msg":"${"m".repeat(chars)}",`),
  "the longest number": within(/(?<="(?:code|id)":)\d+/, (chars) => "9".repeat(chars)),
  "texts of 8,100 characters": within(
    OBJECT,
    (chars) => `{${list(chars, () => `"${fresh()}":"${"y".repeat(8_100)}"`)},`,
  ),
  "event types, in another order each time": within(/(?<="eventTypes":)"(?:[^"\\]|\\.)*"/, eventTypes),
  "records with types and ids that no other answer has": within(DATA, (chars) => {
    const one = fresh();
    return `{"list":[${list(chars, (at) => `{"id":"${one}-${at}","transactionType":"${one}${at}","status":"${at}${one}"}`)}]}`;
  }),
  "beginnings of credentials, beside the mark of a cut": within(
    OBJECT,
    (chars) => `{"msg":"${CREDENTIALS.map((one) => repeated(one, chars / CREDENTIALS.length)).join("…")}…",`,
  ),
};

/** Bodies of the MCP service and of its authorization server. */
export const MESSAGES: Readonly<Record<string, Form>> = {
  "members of a result": within(RESULT, (chars) => `{${members(chars)},`),
  tools: within(/(?<="tools":\[)/, (chars) => `${list(chars, (at) => `{"name":"${fresh()}${at}"}`)},`),
  content: within(/(?<="content":\[)/, (chars) => `${list(chars, () => '{"type":"text","text":"x"}')},`),
  "objects below a result, in each other": (answer) => {
    const { body } = answer;
    const depth = Math.floor(GREATEST_CHARS / 6);
    const result = `${'{"a":'.repeat(depth)}1${"}".repeat(depth)}`;
    return Buffer.from(body).includes('"jsonrpc":"2.0"')
      ? { ...answer, body: Buffer.from(`{"jsonrpc":"2.0","id":1,"result":${result}}`) }
      : undefined;
  },
  "authorization servers": within(
    /(?<="authorization_servers":\["[^"]*")/,
    (chars) => `,${list(chars, (at) => `"https://a${at}.example"`)}`,
  ),
  "response types": within(
    /(?<="response_types_supported":\[)/,
    (chars) => `${list(chars, (at) => `"type${at}"`)},`,
  ),
  "a token": within(/(?<="access_token":")/, (chars) => repeated("abcdefgh12345678", chars)),
  "token-like words beside tokens": within(
    /\{(?="access_token")/,
    (chars) => `{"more":"${repeated(`eyJhbGciOiJSUzI1NiIsInR5cCI6IkpXVCJ9.${fresh()} `, chars)}",`,
  ),
  events: (answer) => {
    const body = Buffer.from(answer.body).toString();
    if (!body.startsWith("{") || !body.includes('"jsonrpc":"2.0"')) return undefined;
    const event = 'data: {"jsonrpc":"2.0","method":"notifications/message"}\n\n';
    const headers = answer.headers.filter(([name]) => !/^content-(?:type|length)$/i.test(name));
    return {
      ...answer,
      headers: [...headers, ["content-type", "text/event-stream"]],
      body: Buffer.from(`data: ${body}\n\n${repeated(event, GREATEST_CHARS)}`),
    };
  },
};

/** The largest head of an answer that the client reads. */
const GREATEST_HEAD_CHARS = 60_000;

/** Heads of any answer: as many characters as the client reads. */
export const HEADS: Readonly<Record<string, Form>> = {
  "thousands of headers": (answer) =>
    withHeaders(
      answer,
      Array.from({ length: GREATEST_HEAD_CHARS / 12 }, (_, at) => [`h${at}`, "1"]),
    ),
  "the longest values of headers that are read": (answer) =>
    withHeaders(
      answer,
      Object.entries({
        "WWW-Authenticate": 'Bearer a="b", ',
        Vary: "accept, ",
        "Set-Cookie": "a=b;",
        "Cache-Control": "no-store, ",
      }).map(([name, text]) => [name, repeated(text, GREATEST_HEAD_CHARS / 4)]),
    ),
};

function withHeaders(answer: WireAnswer, more: readonly (readonly [string, string])[]): WireAnswer {
  return { ...answer, headers: [...answer.headers, ...more] };
}

/** The longest body of a delivery that the receiver reads. */
const GREATEST_DELIVERY_CHARS = 1024 * 1024 - 1024;

/** Payloads of deliveries. */
export const PAYLOADS: readonly string[] = [
  `{${members(GREATEST_DELIVERY_CHARS)}}`,
  below("n".repeat(GREATEST_DELIVERY_CHARS / 2), GREATEST_DELIVERY_CHARS / 2),
  `${"[".repeat(NESTED)}${list(GREATEST_DELIVERY_CHARS, String)}${"]".repeat(NESTED)}`,
  `"${"x".repeat(GREATEST_DELIVERY_CHARS)}"`,
  repeated("name=value&", GREATEST_DELIVERY_CHARS),
];

/** The beginnings of all credentials of the profile. Each is long enough to be recognised, and none is whole. */
const CREDENTIALS: readonly string[] = profiles["api-key"].merchants.flatMap(({ apiKey, secret = "" }) =>
  [apiKey, secret].map((one) => one.slice(0, -6)),
);
