import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { runBin } from "../testing/run-bin.ts";
import { temporaryFolder } from "../testing/temporary-folder.ts";

test("serve says whose keys it takes, and the line that judges it works where it is typed", async () => {
  const cwd = temporaryFolder();
  writeFileSync(
    join(cwd, "own.yaml"),
    "name: own\nbaseUrl: embedded\nauth: { mode: api-key }\nmerchants: [{ name: gamma, apiKey: key-of-nobody-else }]\n",
  );
  let judged: ReturnType<typeof spawnSync> | undefined;
  const { stdout } = await runBin(["serve", "--port", "0", "--profile", "own.yaml"], {
    cwd,
    output(text, kill) {
      const [, line] = /^Check it +(.+)$/m.exec(text) ?? [];
      if (line === undefined || judged !== undefined) return;
      judged = spawnSync("/bin/sh", ["-c", `${line} versioning --quiet`], { cwd, encoding: "utf8" });
      kill("SIGINT");
    },
  });
  expect(stdout).toContain("Merchant  gamma, key of the profile\n");
  expect(stdout).not.toContain("key-of-nobody-else");
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

test("list shows the mutants and the choices that serve takes, and serve names them when one is unknown", async () => {
  const mutants = await runBin(["list", "--mutants", "callback-url.https-only"]);
  expect(mutants.stdout).toMatch(/^accepts-ftp +breaks callback-url\.https-only$/m);
  expect(mutants.stdout).not.toContain("breaks register");
  const json = await runBin(["list", "--mutants", "--json"]);
  expect(JSON.parse(json.stdout)).toContainEqual({
    name: "accepts-ftp",
    breaks: "callback-url.https-only",
    choices: {},
  });
  const choices = await runBin(["list", "--choices"]);
  expect(choices.stdout).toMatch(/^secondDisable +true \| false \| refused$/m);
  const axes = await runBin(["list", "--choices", "--json"]);
  expect(JSON.parse(axes.stdout)).toContainEqual({
    axis: "jitter",
    values: ["none", "up-to-10-ms"],
    default: "none",
  });
  expect(await refusal("--mutant", "nope")).toContain("list --mutants shows all of them");
  expect(await refusal("--mutant", "accept-ftp")).toContain('did you mean "accepts-ftp"?');
  expect(await refusal("--choice", "foo=bar")).toMatch(/There are successCode, .*\. list --choices shows/);
  expect(await refusal("--choice", "secondDisable=perhaps")).toContain(
    "expected one of true | false | refused",
  );
  expect((await runBin(["serve", "--help"])).stdout).not.toContain("default: []");
});

async function refusal(...args: string[]): Promise<string> {
  return (await runBin(["serve", "--port", "0", ...args])).stderr;
}
