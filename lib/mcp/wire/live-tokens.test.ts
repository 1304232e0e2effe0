import { expect, test } from "vitest";
import { InconclusiveError } from "../../engine/record/verdict.ts";
import type { McpSend, McpRequest } from "./mcp-request.ts";
import { LiveTokens, type Renewal } from "./live-tokens.ts";

const FACTS = { readOnlyToken: "read-1", readWriteToken: "write-1" };

/** Requests that a service which knows some tokens was sent, and the tokens that a command printed. */
function service(valid: readonly string[], renewal?: Renewal, facts = { ...FACTS }) {
  const sent: string[] = [];
  const clock = { ms: 0 };
  const door: McpSend = async (request) => {
    const [, value = ""] = request.headers[0] ?? [];
    sent.push(value);
    const status = valid.some((token) => value.endsWith(` ${token}`)) ? 200 : 401;
    return { request, status, headers: [], text: "", exchange: sent.length };
  };
  const tokens = new LiveTokens(facts, renewal, () => clock.ms);
  const send = tokens.renewing(door);
  const ask = async (value: string) => (await send(requestWith(value))).status;
  return { sent, tokens, ask, clock };
}

function requestWith(value: string): McpRequest {
  const headers = [["Authorization", value]] as const;
  return { label: "x", caller: "x", method: "POST", url: "https://a.example/", headers };
}

test("a token that has expired is fetched again, and the request sent with it under the same scheme", async () => {
  const { sent, tokens, ask } = service(["write-1", "read-2"], async () => "read-2");
  const caller = tokens.caller("read-only");
  expect([await ask("Bearer write-1"), await ask("bearer read-1"), caller.token]).toEqual([
    200,
    200,
    "read-2",
  ]);
  expect(sent).toEqual(["Bearer write-1", "bearer read-1", "bearer read-2"]);
});

test("a rejected new token is not fetched again, and a token of another origin never is", async () => {
  const { sent, ask } = service([], async () => "read-2");
  expect([await ask("Bearer read-1"), await ask("Bearer read-2"), await ask("Bearer stranger")]).toEqual([
    401, 401, 401,
  ]);
  expect(sent).toEqual(["Bearer read-1", "Bearer read-2", "Bearer read-2", "Bearer stranger"]);
});

test("without a command a refusal stays one, and a command that fails leaves the judgement open", async () => {
  expect(await service([]).ask("Bearer read-1")).toBe(401);
  const failing = service([], async () => {
    throw new Error("It ended with 3.");
  });
  await expect(failing.ask("Bearer write-1")).rejects.toThrow(InconclusiveError);
});

/** A command that prints another token each time, of a service that refuses every second request with a valid one. */
function flapping() {
  let printed = 0;
  let asked = 0;
  const facts = { ...FACTS };
  const door: McpSend = async (request) => {
    const status = (asked += 1) % 2 === 0 ? 200 : 401;
    return { request, status, headers: [], text: "", exchange: asked };
  };
  const renewal = async () => `read-${(printed += 1)}`;
  const session = () => {
    const clock = { ms: 0 };
    const tokens = new LiveTokens(facts, renewal, () => clock.ms);
    const send = tokens.renewing(door);
    const caller = tokens.caller("read-only");
    return { clock, ask: async () => (await send(requestWith(`Bearer ${caller.token}`))).status };
  };
  return { session, printed: () => printed };
}

test("a service that refuses valid tokens has the command run five times in a run, however many sessions it has", async () => {
  const { session, printed } = flapping();
  const first = session();
  for (let time = 1; time <= 5; time += 1) expect(await first.ask()).toBe(200);
  await expect(first.ask()).rejects.toThrow(/rejected valid tokens again and again/);
  await first.ask();
  await expect(first.ask()).rejects.toThrow(InconclusiveError);
  await session().ask();
  await expect(session().ask()).rejects.toThrow(InconclusiveError);
  expect(printed()).toBe(5);
});

test("a token that has lived for a while is fetched again as often as it expires", async () => {
  const { session, printed } = flapping();
  const { ask, clock } = session();
  for (let time = 1; time <= 20; time += 1) {
    clock.ms += 60_000;
    expect(await ask()).toBe(200);
  }
  expect(printed()).toBe(20);
});

test("a valid token under another scheme is refused as it should be, and not fetched again", async () => {
  const { sent, ask } = service([], async () => "read-2");
  expect([await ask("Basic read-1"), await ask("read-1")]).toEqual([401, 401]);
  expect(sent).toHaveLength(2);
});
