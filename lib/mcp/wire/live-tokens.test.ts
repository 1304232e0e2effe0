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

test("a token that has lived for a while is fetched again as often as it expires", async () => {
  const valid: string[] = [];
  let printed = 1;
  const renewal = async () => {
    valid.push(`read-${(printed += 1)}`);
    return `read-${printed}`;
  };
  const { tokens, ask, clock } = service(valid, renewal);
  const caller = tokens.caller("read-only");
  for (let time = 1; time <= 20; time += 1) {
    clock.ms += 60_000;
    valid.length = 0;
    expect(await ask(`Bearer ${caller.token}`)).toBe(200);
  }
  expect(printed).toBe(21);
});

test("a valid token under another scheme is refused as it should be, and not fetched again", async () => {
  const { sent, ask } = service([], async () => "read-2");
  expect([await ask("Basic read-1"), await ask("read-1")]).toEqual([401, 401]);
  expect(sent).toHaveLength(2);
});
