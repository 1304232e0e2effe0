import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readResult, runBin } from "../testing/run-bin.ts";
import { servedMcp, TOKENS } from "../testing/served-mcp.ts";
import { temporaryFolder } from "../testing/temporary-folder.ts";

const WRITE = '{ tool: label_card, arguments: { card: card-1, label: "{fresh}" }, shows: "{fresh}" }';
const FROZEN = "{ tool: label_card, arguments: { card: card-1, label: frozen }, shows: frozen }";
const UNDO = '{ tool: label_card, arguments: { card: card-1, label: "" } }';
const ONE_CHECK = ["run", "authorization.read-only", "--depth", "quick"] as const;
const ALPHA = { "X-API-Key": "reference-alpha-key-7f3a9c21", "Content-Type": "application/json" };

test("restore undoes a tool write of a killed run, and verifies it", async () => {
  const { killedRun, command, labels, notes, profileWith } = await killingTarget();
  const profile = profileWith({ ...TOKENS, write: WRITE, undo: UNDO });
  expect(await killedRun(profile, '"label":"cc-')).toBeNull();
  expect(await labels()).toEqual([expect.stringMatching(/^cc-[a-z0-9]{10}-\d+$/), ""]);

  expect((await command(["restore"])).stdout).toMatch(/ {2}a write by label_card of http:\S+\/mcp at /);
  const restored = await command(["restore", "--profile", profile]);
  expect(restored).toMatchObject({ code: 0, stdout: expect.stringContaining("MCP service: restored\n") });
  expect(await labels()).toEqual(["", ""]);
  expect(notes()).toEqual([]);
});

test("the next run puts back first what a tool showed before a killed one", async () => {
  const { killedRun, command, labels, tool, profileWith } = await killingTarget();
  await tool("label_card", { card: "card-1", label: "frozen" });
  const profile = profileWith({ ...TOKENS, write: FROZEN, undo: UNDO });
  expect(await killedRun(profile, '"label":""')).toBeNull();
  expect(await labels()).toEqual(["", ""]);

  const out = temporaryFolder();
  const { code, stdout } = await command([...ONE_CHECK, "--profile", profile, "--out", out]);
  expect({ code, stdout }).toEqual({
    code: 0,
    stdout: expect.stringMatching(
      /had written by the tool label_card of the MCP service at \S+ Now it is restored/,
    ),
  });
  expect(readResult(out).restored).toContainEqual({ merchant: "MCP service", outcome: "restored" });
  expect(await labels()).toEqual(["frozen", ""]);
});

test("a write that no tool undoes is reported at the end", async () => {
  const { command, notes, profileWith } = await killingTarget();
  const profile = profileWith({ ...TOKENS, write: WRITE });
  const { stdout } = await command([...ONE_CHECK, "--profile", profile, "--out", temporaryFolder()]);
  expect(stdout).toMatch(
    / {2}MCP service: not restored: The read tool shows what label_card has written, .*mcp\.undo/,
  );
  expect(notes()).toEqual([]);
});

/** A target with an MCP service, and runs there in a state folder of their own, one of which can be killed as it writes. */
async function killingTarget() {
  let fatal: string | undefined;
  let kill: ((signal: NodeJS.Signals) => void) | undefined;
  const target = await servedMcp({
    heard: (body) => {
      if (fatal !== undefined && body.includes('"label_card"') && body.includes(fatal)) kill?.("SIGKILL");
    },
  });
  const body = JSON.stringify({ callbackUrl: "https://merchant.example/before" });
  await fetch(`${target.url}/abc/v1/webhook/register`, { method: "POST", headers: ALPHA, body });
  const env = { XDG_STATE_HOME: temporaryFolder() };
  return {
    ...target,
    command: async (args: readonly string[]) => runBin(args, { env }),
    notes: () =>
      readdirSync(join(env.XDG_STATE_HOME, "card-issuing-conformance")).filter((name) =>
        name.includes("tools"),
      ),
    labels: async () =>
      [...(await target.tool("list_cards", {})).matchAll(/\\?"label\\?": ?\\?"([^"\\]*)/g)].map(
        ([, label]) => label,
      ),
    /** The exit code of a run that is killed as soon as a call of the tool with an argument was carried out. */
    killedRun: async (profile: string, argument: string): Promise<number | null> => {
      fatal = argument;
      const { code } = await runBin([...ONE_CHECK, "--profile", profile, "--out", temporaryFolder()], {
        env,
        started: (send) => (kill = send),
      });
      fatal = undefined;
      return code;
    },
  };
}
