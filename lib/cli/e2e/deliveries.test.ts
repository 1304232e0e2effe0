import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readResult, runBin } from "../testing/run-bin.ts";
import { folderWithProfile, servedReference } from "../testing/served-reference.ts";

/** A text in the payloads of the reference. */
const CARDHOLDER_DATA = /4111111111111111|730194/;
const TLS_ON =
  "events: { receiver: {}, absenceSeconds: 0.06, acknowledge: {}, retries: { windowSeconds: 15 },";
const TRIGGER = 'trigger: { url: /_events, body: { merchant: "{merchant}", eventType: "{eventType}" } } }';

test("deliveries of a served reference are judged over https, and no artefact holds what they carry", async () => {
  const url = await servedReference({ mutant: "retries-once-too-often" });
  const cwd = folderWithProfile(url, `${TLS_ON} ${TRIGGER}`);
  const args = ["run", "delivery", "--depth", "quick", "--profile", "target.yaml", "--html", "--out", "out"];
  const { code, stdout, stderr } = await runBin([...args, "--verbose"], { cwd });
  expect({ code, stdout }).toMatchObject({ code: 1 });
  expect(stdout).toContain(
    "expected  4 attempts at an event card.transaction whose delivery keeps failing, since `retryCount` is 3",
  );
  expect(stdout).toMatch(/actual {4}5 attempts, \d\.\d\d s and/);
  const failed = readResult(join(cwd, "out")).checks.filter(({ verdict }) => verdict === "failed");
  expect(failed.map(({ requirement }) => requirement)).toEqual(["delivery.retries"]);
  const files = readdirSync(join(cwd, "out"), { recursive: true, withFileTypes: true });
  const texts = files
    .filter((file) => file.isFile())
    .map((file) => readFileSync(join(file.parentPath, file.name), "utf8"));
  expect(texts.length).toBeGreaterThan(5);
  expect([stdout, stderr, ...texts].filter((text) => CARDHOLDER_DATA.test(text))).toEqual([]);
});

test("a trigger that fails leaves deliveries undecided, and says so", async () => {
  const cwd = folderWithProfile(await servedReference(), `${TLS_ON} trigger: { url: /abc/v1/nowhere } }`);
  const { code, stdout } = await runBin(
    ["run", "delivery.reaches-callback-url", "--depth", "quick", "--profile", "target.yaml", "--out", "out"],
    { cwd },
  );
  expect({ code, stdout }).toMatchObject({ code: 3 });
  expect(stdout).toContain("The trigger of card.transaction was answered HTTP 404. Look at events.trigger.");
});
