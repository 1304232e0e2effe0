import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readResult, runBin } from "../testing/run-bin.ts";
import { servedReference } from "../testing/served-reference.ts";
import { temporaryFolder } from "../testing/temporary-folder.ts";

/** Judges a server with one fault; the capsule of a failure, and its text. */
async function capsuleOf(requirement: string, mutant: string, selectors: readonly string[]) {
  const out = temporaryFolder();
  const at = await servedReference({ mutant });
  const { code, stdout } = await runBin(["run", ...selectors, "--base-url", at, "--out", out]);
  expect({ code, stdout }).toMatchObject({ code: 1 });
  const file = join(out, "capsules", `${requirement}.json`);
  const again = ["replay", file, "--base-url", at];
  const { follows = [] } = readResult(out).checks.find((one) => one.requirement === requirement) ?? {};
  const isPrinted = stdout.includes(`replay    npm run -s cli -- ${again.join(" ")}\n`);
  expect({ follows, isPrinted }).toMatchObject({ isPrinted: follows.length === 0 });
  return { file, out, again, text: readFileSync(file, "utf8") };
}

test("a failure is reproduced where it is, and not where it is corrected; no credential stands in the capsule", async () => {
  const {
    file,
    text,
    again: asPrinted,
  } = await capsuleOf("callback-url.max-length", "cuts-urls-at-511-characters", ["callback-url.max"]);
  expect(text).not.toContain("reference-alpha-key");
  const again = await runBin(asPrinted);
  expect(again).toMatchObject({ code: 1, stdout: expect.stringContaining("Reproduced (exit 1)") });
  expect(again.stdout).toContain("differs   it ends after 511 of 512 characters");
  const elsewhere = await servedReference();
  const corrected = await runBin(["replay", file, "--base-url", elsewhere]);
  expect(corrected).toMatchObject({ code: 0, stdout: expect.stringContaining("Not reproduced (exit 0)") });
  expect(corrected.stdout).toContain(
    `  npm run -s cli -- run callback-url.max --base-url ${elsewhere} --seed 1 --depth standard\n`,
  );
});

test("a failure in the answers to another check is found there again", async () => {
  const { again, text } = await capsuleOf("envelope.code-integer", "sends-symbolic-codes-on-refusals", [
    "api-key.absent",
  ]);
  expect(JSON.parse(text)).toMatchObject({
    requirement: "envelope.code-integer",
    sequence: expect.any(Array),
  });
  expect(await runBin(again)).toMatchObject({ code: 1 });
});

test("an occasional failure in answers to others is repeated until it appears", async () => {
  const { again, text } = await capsuleOf("register.stores", "answers-the-fifth-update-and-forgets-it", [
    "register",
    "lifecycle",
    "--depth",
    "standard",
  ]);
  expect(JSON.parse(text)).toMatchObject({ during: expect.any(String) });
  const { code, stdout } = await runBin(again);
  expect({ code, stdout }).toMatchObject({ code: 1, stdout: expect.stringContaining("Reproduced (exit 1)") });
  const [, url = ""] = /expected {2}`callbackUrl` "([^"]+)"/.exec(stdout) ?? [];
  expect(stdout).toContain(`webhook/register {"callbackUrl":"${url}"}`);
});

test("of a generated sequence the smallest is kept, and replayed by itself", async () => {
  const { again, out, text } = await capsuleOf(
    "lifecycle.any-sequence",
    "loses-an-update-after-two-disables",
    ["lifecycle.any-sequence"],
  );
  expect(JSON.parse(text)).toMatchObject({
    generated: { use: 1 },
    counterexample: expect.stringContaining("register"),
  });
  expect(readResult(out).checks).toContainEqual(
    expect.objectContaining({
      requirement: "lifecycle.any-sequence",
      generated: { use: 1, path: expect.any(String) },
    }),
  );
  expect(await runBin(again)).toMatchObject({ code: 1 });
});

test("--curl prints the requests with variables for API keys, and sends nothing", async () => {
  const { file } = await capsuleOf("api-key.unknown", "accepts-any-key-on-query", ["api-key.unknown"]);
  const { code, stdout } = await runBin(["replay", file, "--curl", "--base-url", "http://127.0.0.1:1"]);
  expect(code).toBe(0);
  expect(stdout).toMatch(
    /^curl .* http:\/\/127\.0\.0\.1:1\/abc\/v1\/webhook\/query .*"\$\{CHANGED_X_API_KEY:\?is not set\}"/m,
  );
  expect(stdout).toContain("set CHANGED_X_API_KEY");
});

test("an undecided replay neither reproduces the failure nor disproves it, and a closed port is unreachable", async () => {
  const { file } = await capsuleOf("isolation.header", "obeys-a-header", ["isolation.header"]);
  const alone = join(temporaryFolder(), "alone.yaml");
  writeFileSync(
    alone,
    "name: alone\nbaseUrl: embedded\nauth: { mode: api-key }\nmerchants: [{ name: alpha, apiKey: key-of-alpha }]\n",
  );
  const undecided = await runBin(["replay", file, "--profile", alone, "--base-url", "embedded"]);
  expect(undecided).toMatchObject({
    code: 3,
    stdout: expect.stringContaining("Could not be checked: Not checked: add a second merchant"),
  });
  expect(await runBin(["replay", file, "--base-url", "http://127.0.0.1:1"])).toMatchObject({ code: 4 });
});
