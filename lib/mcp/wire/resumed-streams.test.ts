import { expect, test } from "vitest";
import type { McpRequest } from "./mcp-request.ts";
import { resumeStreams } from "./resumed-streams.ts";
import { messagesOf, resultOf } from "./rpc.ts";

const RESPONSE = 'data: {"jsonrpc":"2.0","id":1,"result":{"a":1}}\n\n';
const PRIMER = "id: first\nretry: 150\ndata:\n\n";
const REQUEST: McpRequest = {
  label: "ping",
  caller: "read-only",
  method: "POST",
  url: "https://mcp.example/mcp",
  headers: [
    ["Content-Type", "application/json"],
    ["Authorization", "Bearer reads"],
    ["MCP-Protocol-Version", "2025-11-25"],
  ],
  body: "{}",
  waitsFor: 1,
  isProbe: true,
};

/** A service that answers with these streams, the last one for ever. */
function service(streams: readonly string[], status: readonly number[] = []) {
  const sent: McpRequest[] = [];
  const waits: number[] = [];
  const send = resumeStreams(
    async (request) => {
      sent.push(request);
      const headers = [
        ["Content-Type", "text/event-stream"],
        ["Mcp-Session-Id", "opened"],
      ] as const;
      const turn = sent.length - 1;
      const text = streams[turn] ?? streams.at(-1) ?? "";
      return { request, status: status[turn] ?? 200, headers, text, exchange: sent.length };
    },
    async (ms) => void waits.push(ms),
  );
  return { send, sent, waits };
}

test("a stream that ended before its response is polled for, and joined", async () => {
  const { send, sent, waits } = service([PRIMER, `id: second\ndata: {"method":"x"}\n\n`, RESPONSE]);
  const answer = await send(REQUEST);
  expect([resultOf(answer), messagesOf(answer).length, answer.request]).toEqual([{ a: 1 }, 2, REQUEST]);
  expect(waits).toEqual([150, 200]);
  expect(sent.slice(1).map(({ method, body }) => [method, body])).toEqual([
    ["GET", undefined],
    ["GET", undefined],
  ]);
  expect(sent[2]).toMatchObject({ isProbe: true, waitsFor: 1, label: "ping", caller: "read-only" });
  expect(sent[2]?.headers).toEqual([
    ["Accept", "text/event-stream"],
    ["Authorization", "Bearer reads"],
    ["MCP-Protocol-Version", "2025-11-25"],
    ["Mcp-Session-Id", "opened"],
    ["Last-Event-ID", "second"],
  ]);
});

test("a service that has no stream by GET is not asked again", async () => {
  const { send, sent } = service([PRIMER, ""], [200, 405]);
  expect([(await send(REQUEST)).text, sent.length]).toEqual([PRIMER, 2]);
});

test.for([
  ["has no end", PRIMER, [6, 6, 6, 1, 1], 3 * (150 + 200 + 400 + 800 + 1_600)],
  ["is to be continued much later", "id: 1\nretry: 99999999999999999999\n\n", [1, 1, 1, 1, 1], 0],
] as const)("a stream that %s is left undecided, within bounds", async ([, text, requests, waited]) => {
  const { send, sent, waits } = service([text]);
  const counts = [];
  for (let turn = 0; turn < 5; turn += 1) {
    const before = sent.length;
    await expect(send(REQUEST)).rejects.toThrow("The response to ping did not come");
    counts.push(sent.length - before);
  }
  expect(counts).toEqual(requests);
  expect(waits.reduce((sum, ms) => sum + ms, 0)).toBe(waited);
});
