import { expect, test } from "vitest";
import { isListed } from "../../lib/api/events/deliveries/is-listed.ts";
import { newHook } from "../../lib/api/events/urls/hook.ts";
import { payloadShape } from "../../lib/api/events/observing/payload-shape.ts";
import { shownHeaders } from "../../lib/api/exchange/shown-headers.ts";
import { shownTarget } from "../../lib/api/exchange/shown-target.ts";
import { textAt } from "../../lib/api/json/value-at-pointer.ts";
import { dateOf, isGatewayFailure, retryAfterMs } from "../../lib/api/exchange/infrastructure.ts";
import { readEnvelope } from "../../lib/api/exchange/answer.ts";
import { readJson } from "../../lib/api/json/json.ts";
import { readUtcTime } from "../../lib/api/json/utc-time.ts";
import { merchantIdForm, timeFormat } from "../../lib/api/webhook/observing/forms.ts";
import { jsonStyle } from "../../lib/api/webhook/observing/json-style.ts";
import { maskIn } from "../../lib/guest/mask-in.ts";
import type { WireAnswer } from "../../lib/http/transport.ts";
import { readChallenges } from "../../lib/mcp/wire/challenge.ts";
import { issuedBy } from "../../lib/mcp/wire/issued-by.ts";
import { isServerUrl } from "../../lib/mcp/wire/metadata.ts";
import { mediaType, parseJson as readRpc, responseTo } from "../../lib/mcp/wire/rpc.ts";
import { parseProfile } from "../../lib/profile/load/load-profile.ts";
import { holdsCertificate } from "../../lib/profile/schema/cross-check.ts";
import { Desk } from "../../lib/receiver/desk.ts";
import { handshakeAnswer, handshakeForm, isOnlyHandshake } from "../../lib/receiver/handshake.ts";
import { networkOf } from "../../lib/receiver/connections.ts";
import { pollSchema } from "../../lib/receiver/relay/wire.ts";
import { knownLine } from "../../lib/reporters/history/history-line.ts";
import { IssuedSecrets } from "../../lib/secrets/issued-secrets.ts";
import { LiteralRedactor, Redactor } from "../../lib/secrets/redactor.ts";
import { withoutNumbers } from "../../lib/secrets/without-numbers.ts";
import { clipText, clipMiddle } from "../../lib/text/clip.ts";
import { escapedJson } from "../../lib/text/escaped-json.ts";
import { exceedsDepth } from "../../lib/text/exceeds-depth.ts";
import { markdownCode } from "../../lib/text/markdown-code.ts";
import { markdownProse } from "../../lib/text/markdown-prose.ts";
import { markdownText } from "../../lib/text/markdown-text.ts";
import { proseHtml } from "../../lib/text/prose-html.ts";
import { shellWord } from "../../lib/text/shell-word.ts";
import { terminalText } from "../../lib/text/terminal-text.ts";
import { xmlText } from "../../lib/text/xml-text.ts";

const KIB = 1024;
const FILLINGS = [
  " ",
  "\t",
  "\n",
  "[",
  "]",
  "{",
  "}",
  '"',
  "'",
  "0",
  "\\",
  ",",
  "=",
  "a",
  "a=",
  "<",
  ":",
  "/",
  "%25",
  "&a=.",
  "https://",
  "data:\n\n",
  "<input ",
  "\\u005c",
  "${env:",
];
/** Each is four times the one before, and the last is 1 MiB. */
const SIZES = [16 * KIB, 64 * KIB, 256 * KIB, 1024 * KIB];
/** Four times the text takes four times as long, and sixteen times where the cost is quadratic. */
const MAX_GROWTH = 9;
/** A shorter time cannot be measured. */
const MEASURED_MS = 200;
const MAX_MS = 2_000;

const HOOK = newHook("https://hooks.example", "cc-0123456789", "alpha");
const redactor = new Redactor();
redactor.add("reference-alpha-key-7f3a9c21", "key");
redactor.add("aaaa0000aaaa0000\\a=", "secret");
const issued = new IssuedSecrets();
issued.add(["aaaaaaaaaaaaaaaa", "0000000000000000", "code=7301"]);
const literal = new LiteralRedactor("aaaa0000", "[due]");

function received(part: { readonly target?: string; readonly header?: string; readonly body?: string }) {
  const { target = HOOK.target, header, body = "" } = part;
  const headers = header === undefined ? [] : [["x-challenge", header] as const];
  return { method: "POST", target, headers, body: Buffer.from(body), isCut: false, tls: undefined };
}

function answered(body: string, header = ""): WireAnswer {
  const names = ["retry-after", "date", "content-type", "server"];
  return {
    status: 503,
    headers: names.map((name) => [name, header] as const),
    body: Buffer.from(body),
  };
}

function mcpAnswer(text: string, type: string) {
  return { headers: [["content-type", type] as const], text };
}

const arrival = (body: string) => ({
  ...received({ body }),
  number: 1,
  at: 0,
  ticks: 0,
  answer: { status: 200 },
});
const sought = { token: HOOK.token, id: "e1", arrived: 0, tokens: [HOOK.token] };

/** Readers of text from outside. */
const READERS: Readonly<Record<string, (text: string) => unknown>> = {
  "a handshake, in the body": (text) => [
    handshakeAnswer(received({ body: text })),
    handshakeForm(received({ body: text })),
  ],
  "a handshake, in a header": (text) => handshakeAnswer(received({ header: text })),
  "a handshake, in the query": (text) =>
    handshakeAnswer({ ...received({ target: `/?${text}` }), method: "GET" }),
  "a delivery": (text) => isOnlyHandshake(received({ body: text })),
  "a request, by its path": (text) => {
    const desk = new Desk({ now: () => 0, ticks: () => 0, own: "cc-0123456789" });
    desk.plan(HOOK.token, [{ status: 200 }]);
    return desk.receive(received({ target: text }));
  },
  "an address": networkOf,
  "a shown address": (text) => shownTarget(text, [HOOK.url]),
  "headers of a delivery": (text) =>
    shownHeaders(
      {
        ...received({ header: text }),
        headers: [
          ["content-type", text],
          ["user-agent", text],
          [text, "a"],
        ],
      },
      "a",
    ),
  "a payload": (text) => [payloadShape([arrival(text)]), textAt(Buffer.from(text), "/a/b")],
  "a log of deliveries": (text) => isListed(Buffer.from(text), sought),
  "an answer of a relay": (text) =>
    pollSchema.safeParse({ arrivals: [{ ...arrival(""), body: text }], handshakes: text }),
  "an envelope": (text) => readEnvelope(readJson(Buffer.from(text))),
  "an envelope with a long text": (text) =>
    readEnvelope(readJson(Buffer.from(`{"data":${JSON.stringify(text)}}`))),
  "an answer of a gateway": (text) => isGatewayFailure(answered(text, text)),
  "headers of waiting": (text) => [retryAfterMs(answered("", text), 0), dateOf(answered("", text))],
  "a time": readUtcTime,
  "the format of a time": (text) => [timeFormat(text), timeFormat(`2026-01-01T${text}\n`)],
  "the form of a merchantId": merchantIdForm,
  "the style of JSON": jsonStyle,
  "a masked callback URL": (text) => [maskIn(text), maskIn(`https://a.example/?${text}`)],
  "WWW-Authenticate": (text) => [readChallenges([text]), readChallenges([`Bearer ${text}`])],
  "a page of authorization": (text) => [
    issuedBy({ headers: [], text }),
    issuedBy({ headers: [], text: `<input ${text}` }),
  ],
  "redirects and cookies": (text) =>
    issuedBy({
      headers: ["location", "set-cookie", "x-token"].map((name) => [name, text] as const),
      text: "",
    }),
  "an address of metadata": (text) => isServerUrl("https://a.example", text),
  "a message of MCP": (text) => [readRpc(text), mediaType(mcpAnswer("", text))],
  "a stream of MCP": (text) => [
    responseTo(mcpAnswer(text, "text/event-stream"), 1),
    responseTo(mcpAnswer(`data: ${text}\n\n`, "text/event-stream"), 1),
  ],
  "a profile": (text) => parseProfile(`name: a\nbaseUrl: ${JSON.stringify(text)}\n`, "a.yaml", {}),
  certificates: (text) => [
    holdsCertificate(text),
    holdsCertificate(text.replaceAll("a=", "-----BEGIN CERTIFICATE-----")),
  ],
  "a line of the history": (text) => knownLine({ startedAt: text, target: { name: text, baseUrl: text } }),
  "secrets in a text": (text) => redactor.text(text),
  "secrets in a text that was cut": (text) => redactor.text(`${text}reference-alpha-key-7f${text}…`),
  "issued tokens in a text": (text) => issued.text(text),
  "tokens that are issued": (text) => new IssuedSecrets().add([text]),
  "signatures in a text": (text) => literal.text(text),
  "numbers in a name": withoutNumbers,
  "text for a terminal": (text) => terminalText(text),
  "prose for Markdown": markdownProse,
  "text for Markdown": (text) => [markdownText(text), markdownCode(text)],
  "text for XML and HTML": (text) => [xmlText(text), proseHtml(text)],
  "text for a shell": shellWord,
  "JSON for an output": escapedJson,
  "a text that is cut": (text) => [clipText(text, 100), clipMiddle(text, 100), exceedsDepth(text)],
};

/** Garbage collection can fall into one measurement, but not into each. It takes no longer than the longest time. */
const MEASUREMENTS = 3;

/** How long it takes to read a text, in milliseconds of this thread. */
function timed(read: (text: string) => unknown, text: string): number {
  const before = process.threadCpuUsage();
  try {
    read(text);
  } catch {
    // A reader may reject a text in any way; this test measures the time that it takes.
  }
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}

/** How a reader grows too fast; undefined: it does not. */
function excess(read: (text: string) => unknown, filling: string): string | undefined {
  let before = Infinity;
  for (const size of SIZES) {
    const text = filling.repeat(size / filling.length);
    const isTooLong = (ms: number) => ms > MAX_MS || (ms > MEASURED_MS && ms > MAX_GROWTH * before);
    let ms = timed(read, text);
    for (let again = 1; again < MEASUREMENTS && isTooLong(ms) && ms < 2 * MAX_MS; again += 1)
      ms = Math.min(ms, timed(read, text));
    if (isTooLong(ms))
      return `${JSON.stringify(filling)}: ${size / KIB} KiB take ${Math.round(ms)} ms, a quarter of it ${Math.round(before)} ms`;
    before = ms;
  }
  return undefined;
}

test("a quadratic reader is found", () => {
  const trimming = /^\s*(?:\{\s*\})?\s*$/;
  expect(excess((text) => trimming.test(`${text}x`), " ")).toContain('" ": ');
});

test.for(Object.entries(READERS))("%s: 1 MiB takes no longer than its length", ([, read]) => {
  expect(FILLINGS.flatMap((filling) => excess((text) => read(`${text}x`), filling) ?? [])).toEqual([]);
});
