import { expect, test } from "vitest";
import { mcpSchema } from "../../profile/schema/mcp-schema.ts";
import { attemptTogether } from "./shared-writes.ts";
import { type McpSend, headersOf } from "../wire/mcp-request.ts";
import { Mcp, type Written } from "../service/mcp.ts";
import { isRpcObject, memberOf, parseJson } from "../wire/rpc.ts";
import { statelessEra } from "../wire/era.ts";

const URL_OF_MCP = "https://mcp.example/mcp";

/** A service with one label, which these tokens may change, and a run that writes there. */
function run({
  writers,
  shows = "{fresh}",
}: {
  readonly writers: readonly string[];
  readonly shows?: string;
}) {
  const facts = mcpSchema.parse({
    url: URL_OF_MCP,
    readOnlyToken: "reads",
    readWriteToken: "writes",
    read: { tool: "list" },
    write: { tool: "label", arguments: { to: shows }, shows },
    undo: { tool: "unlabel" },
  });
  const calls: string[] = [];
  const state = { label: "" };
  const door: McpSend = async (request) => {
    const message = parseJson(request.body ?? "");
    const params = memberOf(message, "params");
    const [token = ""] = headersOf(request, "authorization").map((value) => value.slice("Bearer ".length));
    const tool = String(memberOf(params, "name"));
    calls.push(`${tool} ${token}`.trim());
    const mayWrite = writers.includes(token);
    if (tool === "label" && mayWrite) state.label = String(memberOf(memberOf(params, "arguments"), "to"));
    if (tool === "unlabel" && mayWrite) state.label = "";
    const id = isRpcObject(message) ? message["id"] : undefined;
    const text = JSON.stringify({ jsonrpc: "2.0", id, result: { content: [state.label] } });
    return { request, status: 200, headers: [], text, exchange: calls.length };
  };
  const noted = new Set<string>();
  const notes = {
    note: ({ shows: text }: Written) => void noted.add(text),
    settle: (text: string) => void noted.delete(text),
  };
  const mcp = new Mcp({
    facts,
    url: URL_OF_MCP,
    door,
    runId: "run",
    now: () => 0,
    wait: async () => undefined,
    notes,
  });
  const era = statelessEra(URL_OF_MCP, mcp.nextId);
  const attempt = async () =>
    attemptTogether(mcp, era, [
      { name: "a write of the reader", caller: mcp.readOnly },
      { name: "a write without a token", caller: mcp.anonymous },
      { name: "an undo of the reader", caller: mcp.readOnly, undoes: true },
    ]);
  return { attempt, calls, noted, state };
}

const ATTEMPTS = ["label writes", "label reads", "label", "unlabel reads", "list writes"];
/** The effect of a write that succeeded may show late. */
const LOOKS = Array.from({ length: 8 }, () => "list writes");
const UNDONE = ["unlabel writes", "list writes"];

test("one reading shows that a write had an effect and calls without permission had none", async () => {
  const { attempt, calls, noted, state } = run({ writers: ["writes"] });
  const { write, refused = new Map() } = (await attempt()) ?? {};
  expect([write, ...refused.values()].map((one) => one?.tookEffect)).toEqual([true, false, false, false]);
  expect(calls).toEqual([...ATTEMPTS, ...UNDONE]);
  expect([state.label, noted.size]).toEqual(["", 0]);
});

test.each([
  ["a write of the reader", ["writes", "reads"], [...ATTEMPTS, ...LOOKS]],
  ["a write without a token", ["writes", ""], [...ATTEMPTS, ...UNDONE]],
  ["no write", [], [...ATTEMPTS, ...LOOKS]],
])("if %s has an effect, nothing is said, and nothing remains", async (_, writers, sent) => {
  const { attempt, calls, noted, state } = run({ writers });
  expect(await attempt()).toBeUndefined();
  expect(calls).toEqual(sent);
  expect([state.label, noted.size]).toEqual(["", 0]);
});

test("writes without texts of their own are not tried together", async () => {
  const { attempt, calls } = run({ writers: ["writes"], shows: "always the same" });
  expect(await attempt()).toBeUndefined();
  expect(calls).toEqual([]);
});
