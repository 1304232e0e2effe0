import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../cli/testing/temporary-folder.ts";
import { toolLog } from "../session/tool-log.ts";
import { openTarget } from "../session/open-target.ts";
import type { Transport } from "../http/transport.ts";
import { profileSchema } from "../profile/schema/profile-schema.ts";
import { putToolsBack } from "./tool-restoration.ts";

const DEEP = 100_000;
const URL_OF_MCP = "https://mcp.example/mcp";

const profile = profileSchema.parse({
  name: "t",
  baseUrl: "https://mcp.example",
  auth: { mode: "api-key" },
  merchants: [{ name: "alpha", apiKey: "key-alpha-of-this-test" }],
  mcp: {
    url: URL_OF_MCP,
    readOnlyToken: "token-that-reads",
    readWriteToken: "token-that-writes",
    read: { tool: "list" },
    write: { tool: "label", arguments: { to: "{fresh}" }, shows: "{fresh}" },
    undo: { tool: "unlabel" },
    otherWrites: [{ tool: "note", arguments: { text: "{fresh}" }, shows: "note {fresh}" }],
  },
  limits: { requestsPerSecond: 1000, retries: 0 },
});

const FOUND = '{"supportedVersions":["2026-07-28"]}';

/** A service whose tools answer each call with this result. */
function answering(result: string): Transport {
  return {
    async send({ body }) {
      const asked = Buffer.from(body ?? []).toString();
      const [, id = "0"] = /"id":(\d+)/.exec(asked) ?? [];
      const brought = asked.includes('"tools/call"') ? result : FOUND;
      const text = `{"jsonrpc":"2.0","id":${id},"result":${brought}}`;
      return { status: 200, headers: [["Content-Type", "application/json"]], body: Buffer.from(text) };
    },
    close: async () => undefined,
  };
}

const LABEL = { tool: "label", shows: "cc-0000000000-1", wasShown: false };

async function outcomeWith(transport: Transport, write = LABEL) {
  const toolsFile = join(temporaryFolder(), "x.tools.jsonl");
  toolLog(toolsFile, { url: URL_OF_MCP, runId: "cc-0000000000" }).note(write);
  const setup = { profile, depth: "quick", seed: 1, runId: "cc-0000000001" } as const;
  const logbook = { toolsFile, movesFile: null, logs: [], close: () => undefined };
  const target = await openTarget(setup, [], { transport });
  const outcome = await putToolsBack({ logbook, setup }, target);
  await target.close();
  return { outcome, isNoted: existsSync(toolsFile) && readFileSync(toolsFile, "utf8").includes("label") };
}

test.each([
  ["objects", `${'{"a":'.repeat(DEEP)}1${"}".repeat(DEEP)}`],
  ["lists", `{"content":${"[".repeat(DEEP)}${"]".repeat(DEEP)}}`],
])("an answer of %s, nested too deeply, leaves the write noted and ends nothing", async (_, result) => {
  const { outcome, isNoted } = await outcomeWith(answering(result));
  expect(outcome).toMatchObject({ final: false, restoration: { outcome: "not restored" } });
  expect(isNoted).toBe(true);
});

test.each([
  ["is not shown", "", { outcome: "restored" }],
  ["is shown", "note cc-0000000000-1", { note: expect.stringMatching(/^The read tool shows what note has/) }],
  ["is of another form", "", { note: expect.stringContaining("not of the profile") }, "cc-0000000000-1"],
])("a write of another tool that %s", async (_, shown, restoration, shows = "note cc-0000000000-1") => {
  const transport = answering(JSON.stringify({ content: [{ type: "text", text: shown }] }));
  const { outcome } = await outcomeWith(transport, { ...LABEL, tool: "note", shows });
  expect(outcome).toMatchObject({ restoration });
});

const BROKEN: Transport = {
  send: async () => Promise.reject(new RangeError("Maximum call stack size exceeded")),
  close: async () => undefined,
};

test("a defect of the suite ends nothing either, and is reported as one", async () => {
  const { outcome } = await outcomeWith(BROKEN);
  expect(outcome?.restoration.note).toContain("a defect of the suite: RangeError");
});
