import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { runBin } from "../testing/run-bin.ts";
import { temporaryFolder } from "../testing/temporary-folder.ts";

const SIGNED = `auth:
  mode: signed
  enforces: { signature: true, timestampToleranceSeconds: 300, nonceSingleUse: true }
  signature: { algorithm: hmac-sha512, encoding: base64, timestamp: unix-s, payload: "{timestamp}{nonce}{body}" }`;

test("serve says whose keys it takes, and the line that checks it works where it is typed, with the scheme of the profile", async () => {
  const cwd = temporaryFolder();
  writeFileSync(
    join(cwd, "own.yaml"),
    `name: own\nbaseUrl: embedded\n${SIGNED}\nmerchants: [{ name: gamma, apiKey: key-of-gamma-only, secret: a-secret-of-gamma }]\n`,
  );
  let judged: ReturnType<typeof spawnSync> | undefined;
  const { stdout } = await runBin(["serve", "--port", "0", "--profile", "own.yaml"], {
    cwd,
    output(text, kill) {
      const [, line] = /^Check it +(.+)$/m.exec(text) ?? [];
      if (line === undefined || judged !== undefined) return;
      judged = spawnSync("/bin/sh", ["-c", `${line} signature freshness --depth quick --quiet`], {
        cwd,
        encoding: "utf8",
      });
      kill("SIGINT");
    },
  });
  expect(stdout).toContain("Merchant  gamma, key of the profile\n");
  expect(stdout).not.toMatch(/key-of-gamma-only|a-secret-of-gamma/);
  expect(judged).toMatchObject({ status: 0 });

  const ours = await runBin(["serve", "--port", "0", "--profile", "reference-signed"], {
    output: (text, kill) => text.includes("Check it") && kill("SIGINT"),
  });
  expect(ours.stdout).toMatch(/^Merchant {2}beta, key reference-beta-key-52d8e0b4, secret reference-beta-/m);
  expect(ours.stdout).toMatch(
    /^Check it {2}npm run -s cli -- run --profile reference-signed --base-url http:\/\/127\.0\.0\.1:\d+$/m,
  );
});

test("serve --https gives the line that trusts its certificate", async () => {
  const cwd = temporaryFolder();
  const serve = async (...more: string[]) =>
    runBin(["serve", "--port", "0", "--https", ...more], {
      cwd,
      output: (text, kill) => /Check it .*\n/.test(text) && kill("SIGINT"),
    });
  expect((await serve()).stdout).toContain("after you trust its certificate: --certificate ca.pem writes it");
  expect((await serve("--certificate", "ca.pem")).stdout).toMatch(
    /^Check it {2}NODE_EXTRA_CA_CERTS=ca\.pem \S+ .*run --base-url https:/m,
  );
});
