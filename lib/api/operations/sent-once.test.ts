import type { Socket } from "node:net";
import { assert, expect, onTestFinished, test } from "vitest";
import { InconclusiveError } from "../../engine/record/verdict.ts";
import { answerText } from "../../http/testing/scripted-server.ts";
import { serverWith } from "../../http/testing/transport-fixtures.ts";
import { parseProfile } from "../../profile/load/load-profile.ts";
import { queryDraft } from "../request/draft.ts";
import { openTarget } from "../../session/open-target.ts";

const TRANSFER = {
  label: "account/transfer",
  path: "/abc/v1/account/transfer",
  method: "POST",
  expects: "success",
  contentType: "application/json",
  body: Buffer.from('{"amount":100}'),
  lasting: true,
} as const;

/** How often a transfer reaches a server that treats it so, after a query over the same connection. */
async function transfersAt(treat: (socket: Socket, connection: number) => void) {
  const server = await serverWith((socket, { text, connection }) => {
    if (text.includes("/webhook/query")) socket.write(answerText('{"code":0,"data":{"id":1}}'));
    else treat(socket, connection);
  });
  const { profile } = parseProfile(
    `name: t\nbaseUrl: http://127.0.0.1:${server.port}\nauth: { mode: api-key }\nmerchants: [{ name: alpha, apiKey: key-of-alpha }]\nlimits: { retries: 5, timeoutMs: 150 }`,
    "/p.yaml",
    {},
  );
  const target = await openTarget({ profile, depth: "quick", seed: 1, runId: "cc-sentonce00" });
  onTestFinished(async () => target.close());
  const [merchant] = target.shared.merchants;
  assert.exists(merchant);
  await merchant.send(queryDraft());
  const outcome = await merchant.send(TRANSFER).then(
    ({ wire }) => wire.status,
    (error: unknown) => (error instanceof InconclusiveError ? "inconclusive" : error),
  );
  await merchant.send(queryDraft());
  return { outcome, transfers: server.requests.filter(({ text }) => text.includes("/transfer")).length };
}

const write = (text: string) => (socket: Socket) => void socket.write(text);
const ending = (text: string) => (socket: Socket) => void socket.end(text);

test.each<[string, (socket: Socket, connection: number) => void, unknown]>([
  ["closes the connection without an answer", ending(""), "inconclusive"],
  ["resets the connection", (socket) => void socket.resetAndDestroy(), "inconclusive"],
  ["closes it in the middle of the answer", ending("HTTP/1.1 200 OK\r\nContent-Le"), "inconclusive"],
  [
    "closes it in the middle of the body",
    ending("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n{"),
    "inconclusive",
  ],
  ["says nothing", () => undefined, "inconclusive"],
  ["says to go on, and closes the connection", ending("HTTP/1.1 100 Continue\r\n\r\n"), "inconclusive"],
  ["answers with what is not HTTP", ending("hello\r\n\r\n"), "inconclusive"],
  ["redirects", write(answerText("", ["Location: /abc/v1/account/transfer"], "307 Temporary Redirect")), 307],
  [
    "redirects for good",
    write(answerText("", ["Location: /abc/v1/account/transfer"], "308 Permanent Redirect")),
    308,
  ],
  [
    "says 408 and closes",
    ending(answerText("", ["Connection: close"], "408 Request Timeout")),
    "inconclusive",
  ],
  ["says 425", write(answerText("", [], "425 Too Early")), "inconclusive"],
  ["says 421", write(answerText("", [], "421 Misdirected Request")), 421],
  [
    "says 429 with Retry-After",
    write(answerText("", ["Retry-After: 0"], "429 Too Many Requests")),
    "inconclusive",
  ],
  ["says 503 with Retry-After", write(answerText("", ["Retry-After: 0"], "503 Unavailable")), "inconclusive"],
  ["says 503", write(answerText("", [], "503 Unavailable")), "inconclusive"],
  ["says 500", write(answerText("{}", [], "500 Error")), 500],
  ["says 401", write(answerText('{"code":401}', ["WWW-Authenticate: Basic"], "401 Unauthorized")), 401],
  ["says 407", write(answerText("", ["Proxy-Authenticate: Basic"], "407 Proxy")), 407],
])("a transfer reaches a target once that %s", async (_, treat, outcome) => {
  expect(await transfersAt(treat)).toEqual({ outcome, transfers: 1 });
});
