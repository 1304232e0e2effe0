import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { runBin } from "../../lib/cli/testing/run-bin.ts";
import { temporaryFolder } from "../../lib/cli/testing/temporary-folder.ts";
import { SOCKET_CHOICES } from "./second-opinion/choices-socket.ts";
import { serveSecondOpinion } from "./second-opinion/server.ts";
import type { Mode } from "./second-opinion/types.ts";

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

/** The exit code of a run against the server of another author, which was written from the API document alone. */
async function exitCodeOf(mode: Mode, names: readonly string[] = []): Promise<number | null> {
  const choices = SOCKET_CHOICES.filter(({ name }) => names.includes(name));
  const { port, merchants } = await serveSecondOpinion(mode, choices);
  const auth = `  mode: ${mode}\n${mode === "signed" ? SIGNATURE : ""}`;
  const profile = `name: other\nbaseUrl: http://127.0.0.1:${port}\nauth:\n${auth}merchants: ${JSON.stringify(merchants)}\n`;
  const folder = temporaryFolder();
  const file = join(folder, "profile.yaml");
  writeFileSync(file, profile);
  const out = join(folder, "out");
  return (await runBin(["run", "--profile", file, "--depth", "quick", "--out", out, "--quiet"])).code;
}

test("the server in plain node:http conforms in signed mode", async () => {
  expect(await exitCodeOf("signed")).toBe(0);
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
    expect(await exitCodeOf("api-key", choices)).toBe(0);
  },
);
