import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { selfSignedCertificate } from "../receiver/self-signed-certificate.ts";
import { readResult, runBin } from "./testing/run-bin.ts";
import { servedReference } from "./testing/served-reference.ts";
import { temporaryFolder } from "./testing/temporary-folder.ts";

/** What the reference puts into the payloads of its events. */
const CARDHOLDER_DATA = /4111111111111111|730194/;
const CONFORMANCE_RELAY_TOKEN = "token-of-the-relay-7f3a9c21";
const TRIGGER = 'trigger: { url: /_events, body: { merchant: "{merchant}", eventType: "{eventType}" } }';
const MERCHANTS =
  "merchants: [{ name: alpha, apiKey: reference-alpha-key-7f3a9c21 }, { name: beta, apiKey: reference-beta-key-52d8e0b4 }]";

function profileOf(baseUrl: string, relay: string): string {
  const receiver = `{ relay: { url: "${relay}", token: "\${env:CONFORMANCE_RELAY_TOKEN}" } }`;
  const events = `events: { receiver: ${receiver}, absenceSeconds: 0.1, acknowledge: {}, retries: { windowSeconds: 15 }, ${TRIGGER} }`;
  return ["name: t", `baseUrl: ${baseUrl}`, "auth: { mode: api-key }", MERCHANTS, events].join("\n");
}

test("a run receives by a relay, and neither holds what deliveries carry, in any of what they leave", async () => {
  const cwd = temporaryFolder();
  const { cert, key } = await selfSignedCertificate("127.0.0.1");
  writeFileSync(join(cwd, "cert.pem"), cert);
  writeFileSync(join(cwd, "key.pem"), key);
  const url = await servedReference({ mutant: "retries-once-too-often" });
  const env = { CONFORMANCE_RELAY_TOKEN, NODE_EXTRA_CA_CERTS: "cert.pem" };
  const tls = ["--certificate", "cert.pem", "--key", "key.pem"];
  const said: string[] = [];
  const command = async (...args: string[]) => {
    const { code, stdout, stderr } = await runBin([...args, "--profile", "p.yaml"], { cwd, env });
    said.push(stdout, stderr);
    return code;
  };
  const judged = async () => [
    await command("run", "delivery.retries", "--depth", "quick", "--out", "out", "--html", "--verbose"),
    await command("replay", "out/capsules/delivery.retries.json"),
    await command("observe", "delivery.payload", "--out", "seen"),
  ];
  let running: Promise<(number | null)[]> | undefined;
  const relay = await runBin(["relay", "--port", "0", ...tls], {
    cwd,
    env,
    output(text, kill) {
      const [, address] = /listens on (\S+)\. Ctrl-C/.exec(text) ?? [];
      if (address === undefined || running !== undefined) return;
      writeFileSync(join(cwd, "p.yaml"), profileOf(url, address));
      running = judged().finally(() => kill("SIGINT"));
    },
  });
  expect(await running).toEqual([1, 1, 0]);
  const failed = readResult(join(cwd, "out")).checks.filter(({ verdict }) => verdict === "failed");
  expect(failed.map(({ requirement }) => requirement)).toEqual(["delivery.retries"]);
  expect(relay).toMatchObject({ code: 0, stderr: "" });
  const files = readdirSync(cwd, { recursive: true, withFileTypes: true });
  const texts = files
    .filter((file) => file.isFile())
    .map((file) => readFileSync(join(file.parentPath, file.name), "utf8"));
  const all = [relay.stdout, ...said, ...texts];
  expect(all.filter((text) => CARDHOLDER_DATA.test(text))).toEqual([]);
  expect(all.filter((text) => text.includes(CONFORMANCE_RELAY_TOKEN))).toEqual([]);
  expect(said.join("\n")).toContain("string (digits): /cardNumber");
});

test.for([
  [["--host", "0.0.0.0"], /Cannot relay: the token would travel in clear\. Give --certificate and --key, or/],
  [["--certificate", "cert.pem"], /Cannot relay: --certificate and --key need each other/],
  [["--public-url", "http://relay.example"], /expected a URL that begins with https:\/\//],
  [["--port", "0", "--expire-minutes", "0"], /expected a number from 1 to 1440/],
] as const)("relay %s says what to correct", async ([args, message]) => {
  const { code, stderr } = await runBin(["relay", ...args]);
  expect({ code, stderr }).toMatchObject({ code: 2, stderr: expect.stringMatching(message) });
});
