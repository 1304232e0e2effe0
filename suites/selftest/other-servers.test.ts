import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { z } from "zod";
import { runBin } from "../../lib/cli/testing/run-bin.ts";
import { temporaryFolder } from "../../lib/cli/testing/temporary-folder.ts";
import { SOCKET_CHOICES } from "./second-opinion/choices-socket.ts";

/** A server of another author, written from the API document alone. */
const SERVER = fileURLToPath(new URL("second-opinion/server.ts", import.meta.url));

/** This server signs the hash of no bytes where there is no body. */
const SIGNATURE = `  signature:
    algorithm: hmac-sha256
    payload: "{method}\\n{path}\\n{timestamp}\\n{nonce}\\n{body:sha256:hex}"
    encoding: hex
    timestamp: unix-ms
    nonce: uuid
    emptyBodyHash: true
  enforces: { signature: true, timestampToleranceSeconds: 300, nonceSingleUse: true }
`;
const announcement = z.object({
  port: z.int(),
  merchants: z.array(z.object({ name: z.string(), apiKey: z.string(), secret: z.string() })),
});

interface Case {
  readonly mode?: "api-key" | "signed";
  readonly choices?: readonly string[];
}

async function exitCodeOf({ mode = "api-key", choices = [] }: Case): Promise<number | null> {
  const form = ["--mode", mode, ...choices.flatMap((choice) => ["--choice", choice])];
  const child = spawn(process.execPath, [SERVER, ...form], { stdio: ["ignore", "pipe", "ignore"] });
  try {
    const [line] = await once(child.stdout, "data");
    const auth = `  mode: ${mode}\n${mode === "signed" ? SIGNATURE : ""}`;
    return await judged(profileText(announcement.parse(JSON.parse(String(line))), auth));
  } finally {
    child.kill();
  }
}

async function judged(profile: string): Promise<number | null> {
  const folder = temporaryFolder();
  const file = join(folder, "profile.yaml");
  writeFileSync(file, profile);
  const out = join(folder, "out");
  return (await runBin(["run", "--profile", file, "--depth", "quick", "--out", out, "--quiet"])).code;
}

function profileText({ port, merchants }: z.infer<typeof announcement>, auth: string): string {
  const keys = merchants.map(
    ({ name, apiKey, secret }) => `  - { name: ${name}, apiKey: ${apiKey}, secret: ${secret} }\n`,
  );
  return `name: other\nbaseUrl: http://127.0.0.1:${port}\nauth:\n${auth}merchants:\n${keys.join("")}`;
}

test("the server in plain node:http conforms in signed mode", async () => {
  expect(await exitCodeOf({ mode: "signed" })).toBe(0);
});

/** Two at a time where both show; the first may replace how an answer is sent. */
const ON_A_CONNECTION = [
  ["headers-case", "hints"],
  ["chunked", "close"],
  ["trickle", "close-some"],
  ["until-close"],
  ["chunked-bytes"],
  ["gzip-chunked"],
  ["http-1.0"],
  ["resets-idle"],
];

test("every choice that shows on a connection only is tried", () => {
  expect(ON_A_CONNECTION.flat().toSorted()).toEqual(SOCKET_CHOICES.map(({ name }) => name).toSorted());
});

test.for(ON_A_CONNECTION.map((choices) => [choices.join(" and "), choices] as const))(
  "the server in plain node:http that chooses %s is not accused",
  async ([, choices]) => {
    expect(await exitCodeOf({ choices })).toBe(0);
  },
);
