import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readResult, runBin } from "../testing/run-bin.ts";
import { temporaryFolder } from "../testing/temporary-folder.ts";

const MERCHANTS = `limits: { requestsPerSecond: 5000 }
merchants:
  - { name: alpha, apiKey: alpha-key-7f3a9c21, secret: alpha-secret-c41d7e0b9f26a853 }
  - { name: beta, apiKey: beta-key-52d8e0b4, secret: beta-secret-1f8a60d3b75e29c4 }
`;
const ENFORCED = "enforces: { signature: true, timestampToleranceSeconds: 300, nonceSingleUse: true }";

const schemes: readonly (readonly [name: string, auth: string])[] = [
  ["the key alone", "auth: { mode: api-key }"],
  [
    "lines with a hash of the body, hex HMAC-SHA256, milliseconds",
    String.raw`auth: { mode: signed, ${ENFORCED}, signature: { algorithm: hmac-sha256, encoding: hex, timestamp: unix-ms, payload: "{method}\n{path}\n{timestamp}\n{nonce}\n{body:sha256:hex}" } }`,
  ],
  [
    "timestamp, nonce and body in a row, base64 HMAC-SHA512, seconds",
    `auth: { mode: signed, ${ENFORCED}, signature: { algorithm: hmac-sha512, encoding: base64, timestamp: unix-s, payload: "{timestamp}{nonce}{body}" } }`,
  ],
];

test.each(schemes)("a served reference is judged as the embedded one: %s", async (_, auth) => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, "target.yaml"), `name: target\nbaseUrl: embedded\n${auth}\n${MERCHANTS}`);
  const run = async (out: string, ...more: string[]) => {
    const args = [
      "run",
      "auth",
      "query",
      "disable",
      "--depth",
      "quick",
      "--profile",
      "target.yaml",
      "--out",
      out,
    ];
    const { code, stdout } = await runBin([...args, ...more], { cwd: folder });
    const { verdict, checks } = readResult(join(folder, out));
    return {
      code,
      verdict,
      stdout: code === 0 ? "" : stdout,
      checks: checks.map(({ requirement, verdict: own }) => [requirement, own]),
    };
  };
  let served: unknown;
  await runBin(["serve", "--port", "0", "--profile", "target.yaml"], {
    cwd: folder,
    async output(text, kill) {
      const [url] = /http:\S+?(?=\. )/.exec(text) ?? [];
      if (url === undefined) return;
      served = await run("served", "--base-url", url);
      kill("SIGTERM");
    },
  });
  const embedded = await run("embedded");
  expect(embedded).toMatchObject({ code: 0, verdict: "conformant-partial", stdout: "" });
  expect(served).toEqual(embedded);
});
