import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, expect, test } from "vitest";
import { z } from "zod";
import { runBin } from "../../lib/cli/testing/run-bin.ts";
import { temporaryFolder } from "../../lib/cli/testing/temporary-folder.ts";

/** Servers in another language, written from the API document alone, judged over the real command line. */
const SERVER = fileURLToPath(new URL("blind/server.py", import.meta.url));
const hasPython = spawnSync("python3", ["--version"]).status === 0;
const started: ChildProcess[] = [];
const announcement = z.object({
  port: z.int(),
  merchants: z.array(z.object({ name: z.string(), apiKey: z.string() })),
});

afterEach(() => {
  for (const child of started.splice(0)) child.kill();
});

async function judged(args: readonly string[]): Promise<number | null> {
  const child = spawn("python3", [SERVER, "--mode", "api-key", ...args], {
    stdio: ["ignore", "pipe", "ignore"],
  });
  started.push(child);
  const [line] = await once(child.stdout, "data");
  const { port, merchants } = announcement.parse(JSON.parse(String(line)));
  const folder = temporaryFolder();
  const profile = join(folder, "profile.yaml");
  const keys = merchants.map(({ name, apiKey }) => `  - { name: ${name}, apiKey: ${apiKey} }`);
  writeFileSync(
    profile,
    `name: blind\nbaseUrl: http://127.0.0.1:${port}\nauth: { mode: api-key }\nmerchants:\n${keys.join("\n")}\n`,
  );
  const { code } = await runBin([
    "run",
    "--profile",
    profile,
    "--depth",
    "quick",
    "--out",
    join(folder, "out"),
    "--quiet",
  ]);
  return code;
}

/** A status that comes up some time after register leaves open what reads it at once. */
test.skipIf(!hasPython).each([
  ["nothing else", [], 0],
  ["status-later", ["--choice", "status-later"], 3],
  ["second-disable-refused", ["--choice", "second-disable-refused"], 0],
] as const)("a server that conforms and chooses %s is not accused", async (_name, args, code) => {
  expect(await judged(args)).toBe(code);
});

test
  .skipIf(!hasPython)
  .each([
    ["accepts-http"],
    ["max-513"],
    ["disable-clears-url"],
    ["disable-toggles"],
    ["query-hides-disabled"],
    ["refusal-shows-url"],
    ["shows-other-key"],
    ["accepts-null"],
  ])("a server with the fault %s fails", async (fault) => {
  expect(await judged(["--fault", fault])).toBe(1);
});
