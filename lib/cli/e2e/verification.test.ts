import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { AxisValue } from "../../reference/choices.ts";
import { readResult, runBin } from "../testing/run-bin.ts";
import { servedReference } from "../testing/served-reference.ts";
import { temporaryFolder } from "../testing/temporary-folder.ts";

const MERCHANTS =
  "merchants: [{ name: alpha, apiKey: reference-alpha-key-7f3a9c21 }, { name: beta, apiKey: reference-beta-key-52d8e0b4 }]";
const ONLY = ["callback-url", "register", "delivery"];

/** A run against a reference that verifies callback URLs in one form. */
async function runAgainst(form: AxisValue<"urlVerification">, events: string, selectors: readonly string[]) {
  const cwd = temporaryFolder();
  const url = await servedReference({ choices: { urlVerification: form } });
  const profile = ["name: t", `baseUrl: ${url}`, "auth: { mode: api-key }", MERCHANTS, `events: ${events}`];
  writeFileSync(join(cwd, "p.yaml"), profile.join("\n"));
  const args = ["run", ...selectors, "--depth", "quick", "--profile", "p.yaml", "--out", "out"];
  return { cwd, ...(await runBin(args, { cwd })) };
}

test("a target that verifies callback URLs is judged with a receiver", async () => {
  const trigger = '{ url: /_events, body: { merchant: "{merchant}", eventType: "{eventType}" } }';
  const events = `{ receiver: {}, absenceSeconds: 0.06, acknowledge: {}, trigger: ${trigger} }`;
  const { cwd, code, stdout } = await runAgainst("post-challenge", events, ONLY);
  expect({ code, stdout }).toMatchObject({ code: 0 });
  const { checks } = readResult(join(cwd, "out"));
  const uncovered = checks.filter(({ verdict }) => verdict === "uncovered");
  expect(uncovered.map(({ requirement }) => requirement)).toEqual(["callback-url.two-hyphens-in-host"]);
});

test("a receiver that answers another form is recognised, and the request of the target is shown", async () => {
  const events = "{ receiver: { echo: options } }";
  const { code, stdout } = await runAgainst("hub-challenge", events, ["versioning"]);
  expect(code).toBe(4);
  expect(stdout).toMatch(
    /It has asked the receiver \(GET \/run\/cc-\w{10}\/hook\/\d+\?hub\.mode=…&hub\.challenge=…\), and was answered HTTP 200: describe under events\.receiver\.echo/,
  );
});

test("without a receiver, one cause is named, with the remedy", async () => {
  const { code, stdout } = await runAgainst("get-challenge", "{}", ["versioning"]);
  expect(code).toBe(4);
  expect(stdout).toMatch(
    /refuses every callback URL below https:\/\/callback\.conformance\.example\/, .*Set callback\.base .*If the target calls a callback URL before .*events\.receiver/,
  );
});
