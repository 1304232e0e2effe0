import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, expect, test } from "vitest";
import { z } from "zod";
import { runBin } from "../../lib/cli/testing/run-bin.ts";
import { temporaryFolder } from "../../lib/cli/testing/temporary-folder.ts";
import { type Part, writePart } from "./proof/parts.ts";

type Judged = Part<"blind">["servers"][number];

/** Servers in other styles than the reference, written from the API document alone, judged over the real command line. */
const SERVERS = {
  python: ["python3", fileURLToPath(new URL("blind/server.py", import.meta.url))],
  node: [process.execPath, fileURLToPath(new URL("blind-node/server.ts", import.meta.url))],
} as const;
type Server = keyof typeof SERVERS;

const SIGNATURE = `  signature:
    algorithm: hmac-sha256
    payload: "{method}\\n{path}\\n{timestamp}\\n{nonce}\\n{body:sha256:hex}"
    encoding: hex
    timestamp: unix-ms
    nonce: uuid
    emptyBodyHash: true
  enforces: { signature: true, timestampToleranceSeconds: 300, nonceSingleUse: true }
`;
const hasPython = spawnSync("python3", ["--version"]).status === 0;
const servers: Judged[] = [];
const announcement = z.object({
  port: z.int(),
  merchants: z.array(z.object({ name: z.string(), apiKey: z.string(), secret: z.string() })),
});

afterAll(() => writePart("blind", { servers }));

interface Case {
  readonly mode?: "api-key" | "signed";
  readonly choice?: string;
  readonly fault?: string;
}

async function exitCodeOf(server: Server, one: Case): Promise<number | null> {
  const { mode = "api-key", choice, fault } = one;
  const [command, script] = SERVERS[server];
  const form = [
    ...(choice === undefined ? [] : ["--choice", choice]),
    ...(fault === undefined ? [] : ["--fault", fault]),
  ];
  const child = spawn(command, [script, "--mode", mode, ...form], { stdio: ["ignore", "pipe", "ignore"] });
  try {
    const [line] = await once(child.stdout, "data");
    const code = await judged(profileText(announcement.parse(JSON.parse(String(line))), mode));
    const kind = fault === undefined ? "choice" : "fault";
    servers.push({ server, name: fault ?? choice ?? "none", kind, exitCode: code });
    return code;
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

function profileText({ port, merchants }: z.infer<typeof announcement>, mode: string): string {
  const keys = merchants.map(
    ({ name, apiKey, secret }) => `  - { name: ${name}, apiKey: ${apiKey}, secret: ${secret} }\n`,
  );
  const auth = `  mode: ${mode}\n${mode === "signed" ? SIGNATURE : ""}`;
  return `name: blind\nbaseUrl: http://127.0.0.1:${port}\nauth:\n${auth}merchants:\n${keys.join("")}`;
}

test.for<[Case, number]>([
  [{}, 0],
  [{ mode: "signed" }, 0],
  [{ choice: "members-any-case" }, 0],
  [{ choice: "errors-200-one-code", mode: "signed" }, 0],
])("the server in plain node:http that chooses %o ends with %i", async ([choice, code]) => {
  expect(await exitCodeOf("node", choice)).toBe(code);
});

test.for<Case>([
  { fault: "http" },
  { fault: "disable-nothing" },
  { fault: "refused-stores-http" },
  { fault: "any-key-query" },
  { fault: "digits" },
  { fault: "no-body", mode: "signed" },
  { fault: "nonce-reuse-query", mode: "signed" },
  { fault: "secret-empty", mode: "signed" },
])("the server in plain node:http with %o fails", async (fault) => {
  expect(await exitCodeOf("node", fault)).toBe(1);
});

test.skipIf(!hasPython).for<[Case, number]>([
  [{}, 0],
  [{ choice: "second-disable-refused" }, 0],
])("the server in Python that chooses %o ends with %i", async ([choice, code]) => {
  expect(await exitCodeOf("python", choice)).toBe(code);
});

test
  .skipIf(!hasPython)
  .for(["accepts-http", "disable-clears-url", "query-hides-disabled", "shows-other-key"])(
  "the server in Python with the fault %s fails",
  async (fault) => {
    expect(await exitCodeOf("python", { fault })).toBe(1);
  },
);
