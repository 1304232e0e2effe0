import { expect, test } from "vitest";
import { mcpSchema } from "../../profile/schema/mcp-schema.ts";
import type { McpAnswer } from "../wire/mcp-request.ts";
import { readEffects } from "./late-effects.ts";
import { Mcp } from "./mcp.ts";

const URL_OF_MCP = "https://mcp.example/mcp";
const request = { label: "x", caller: "x", method: "POST", url: URL_OF_MCP, headers: [] };
const call: McpAnswer = { request, status: 200, headers: [], text: "", exchange: 1 };
const probe: McpAnswer = { ...call, request: { ...request, isProbe: true } };
const failed: McpAnswer = { ...call, status: 500 };

/** A service whose readings show a write so many milliseconds later. */
function service(lagMs: number) {
  const clock = { ms: 0 };
  let looks = 0;
  const mcp = new Mcp({
    facts: mcpSchema.parse({ url: URL_OF_MCP }),
    url: URL_OF_MCP,
    door: async () => Promise.reject(new Error("nothing is sent")),
    runId: "run",
    now: () => clock.ms,
    wait: async (ms) => void (clock.ms += ms),
  });
  const readAfter = async (...calls: readonly McpAnswer[]) => {
    const shownFrom = clock.ms + lagMs;
    looks = 0;
    const read = async (): Promise<McpAnswer> => {
      looks += 1;
      return { ...call, text: clock.ms >= shownFrom ? "shown" : "" };
    };
    const { text } = await readEffects(mcp, calls, read, (reading) => reading.text === "shown");
    return { text, looks };
  };
  return { readAfter, clock };
}

test("an effect that shows at once is read once, without a pause", async () => {
  const { readAfter, clock } = service(0);
  expect([await readAfter(call), await readAfter(probe), clock.ms]).toEqual([
    { text: "shown", looks: 1 },
    { text: "shown", looks: 1 },
    0,
  ]);
});

test("a late effect of a permitted call is looked for, and then one of a call without permission awaited", async () => {
  const { readAfter } = service(300);
  expect(await readAfter(probe)).toEqual({ text: "", looks: 1 });
  expect(await readAfter(call)).toEqual({ text: "shown", looks: 5 });
  expect(await readAfter(probe)).toEqual({ text: "shown", looks: 1 });
  expect(await readAfter(call, probe)).toEqual({ text: "shown", looks: 1 });
});

test("a call that failed is read after once", async () => {
  expect(await service(300).readAfter(failed)).toEqual({ text: "", looks: 1 });
});

test("what never shows is looked for during some 2 s", async () => {
  const { readAfter, clock } = service(10_000);
  expect([(await readAfter(call)).looks, clock.ms]).toEqual([9, 2_100]);
});
