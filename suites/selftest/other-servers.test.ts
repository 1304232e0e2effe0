import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { z } from "zod";
import { runBin } from "../../lib/cli/testing/run-bin.ts";
import { temporaryFolder } from "../../lib/cli/testing/temporary-folder.ts";
import { SOCKET_CHOICES } from "./second-opinion/choices-socket.ts";

/** Servers by other hands than the reference's, written from the API document alone, judged over the real command line. */
const SERVERS = {
  python: ["python3", fileURLToPath(new URL("python-server/server.py", import.meta.url))],
  node: [process.execPath, fileURLToPath(new URL("second-opinion/server.ts", import.meta.url))],
} as const;
type Server = keyof typeof SERVERS;

/** Only the one in node:http signs the hash of no bytes where there is no body. */
const signature = (server: Server): string => `  signature:
    algorithm: hmac-sha256
    payload: "{method}\\n{path}\\n{timestamp}\\n{nonce}\\n{body:sha256:hex}"
    encoding: hex
    timestamp: unix-ms
    nonce: uuid
    emptyBodyHash: ${server === "node"}
  enforces: { signature: true, timestampToleranceSeconds: 300, nonceSingleUse: true }
`;
const hasPython = spawnSync("python3", ["--version"]).status === 0;
const announcement = z.object({
  port: z.int(),
  merchants: z.array(z.object({ name: z.string(), apiKey: z.string(), secret: z.string() })),
});

interface Case {
  readonly mode?: "api-key" | "signed";
  readonly choices?: readonly string[];
  readonly fault?: string;
}

async function exitCodeOf(server: Server, one: Case): Promise<number | null> {
  const { mode = "api-key", choices = [], fault } = one;
  const [command, script] = SERVERS[server];
  const form = [
    ...choices.flatMap((choice) => ["--choice", choice]),
    ...(fault === undefined ? [] : ["--fault", fault]),
  ];
  const child = spawn(command, [script, "--mode", mode, ...form], { stdio: ["ignore", "pipe", "ignore"] });
  try {
    const [line] = await once(child.stdout, "data");
    return await judged(
      profileText(
        announcement.parse(JSON.parse(String(line))),
        `  mode: ${mode}\n${mode === "signed" ? signature(server) : ""}`,
      ),
    );
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
  expect(await exitCodeOf("node", { mode: "signed" })).toBe(0);
});

/** Two at a time where both show; the first may replace how an answer is sent. */
const ON_A_CONNECTION = [
  ["headers-case", "hints"],
  ["chunked", "close"],
  ["trickle", "close-some"],
  ["until-close"],
  ["resets-idle"],
];

test("every choice that shows on a connection only is tried", () => {
  expect(ON_A_CONNECTION.flat().toSorted()).toEqual(SOCKET_CHOICES.map(({ name }) => name).toSorted());
});

test.for(ON_A_CONNECTION.map((choices) => [choices.join(" and "), choices] as const))(
  "the server in plain node:http that chooses %s is not accused",
  async ([, choices]) => {
    expect(await exitCodeOf("node", { choices })).toBe(0);
  },
);

test("the server in plain node:http fails with a fault", async () => {
  expect(await exitCodeOf("node", { fault: "refused-stores-http" })).toBe(1);
});

test
  .skipIf(!hasPython)
  .for<Case>([
    { mode: "signed", choices: ["chunked-bytes"] },
    { choices: ["second-disable-refused", "http-1.0"] },
    { choices: ["gzip-chunked"] },
  ])("the server in Python is not accused of %o", async (choice) => {
  expect(await exitCodeOf("python", choice)).toBe(0);
});

test.skipIf(!hasPython)("the server in Python with the fault shows-other-key fails", async () => {
  expect(await exitCodeOf("python", { fault: "shows-other-key" })).toBe(1);
});
