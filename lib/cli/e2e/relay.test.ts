import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type Post, postByUndici } from "../../reference/delivery/post-by-undici.ts";
import { selfSignedCertificate } from "../../receiver/self-signed-certificate.ts";
import { readResult, runBin } from "../testing/run-bin.ts";
import { MERCHANTS, servedReference } from "../testing/served-reference.ts";
import { temporaryFolder } from "../testing/temporary-folder.ts";
import { textsBelow } from "../testing/texts-below.ts";

/** A text in the payloads of the reference. */
const CARDHOLDER_DATA = /4111[ -]?1111[ -]?1111[ -]?1111|730194/;
const CONFORMANCE_RELAY_TOKEN = "token-of-the-relay-7f3a9c21";
const TRIGGER = 'trigger: { url: /_events, body: { merchant: "{merchant}", eventType: "{eventType}" } }';

function profileOf(baseUrl: string, relay: string): string {
  const receiver = `{ relay: { url: "${relay}", token: "\${env:CONFORMANCE_RELAY_TOKEN}" } }`;
  const events = `events: { receiver: ${receiver}, absenceSeconds: 0.1, acknowledge: {}, retries: { windowSeconds: 15 }, ${TRIGGER} }`;
  return [
    "name: t",
    `baseUrl: ${baseUrl}`,
    "auth: { mode: api-key }",
    `merchants: ${JSON.stringify(MERCHANTS)}`,
    events,
  ].join("\n");
}

/** A sender that puts them into path, query and headers besides. */
const careless: Post = async (delivery) => {
  const headers = {
    ...delivery.headers,
    "x-otp": "730194",
    "x-4111-1111-1111-1111": "1",
    "user-agent": "Sender-4111111111111111/730194 (4111 1111 1111 1111)",
  };
  const url = `${delivery.url.replace("?", "/4111111111111111?")}&otp=730194&4111111111111111=1`;
  return postByUndici({ ...delivery, url, headers });
};

const AT = ["--profile", "p.yaml"];
const ROWS = ["delivery.retries", "delivery.reaches-callback-url", "query"];
const FILES = ["junit.xml", "summary.md", "report.html", "evidence", "capsules"];
/** With the exit code of each. */
const COMMANDS: readonly (readonly [code: number, args: readonly string[]])[] = [
  [1, ["run", ...ROWS, ...AT, "--depth", "quick", "--out", "out", "--html", "--verbose"]],
  [1, ["replay", "out/capsules/delivery.retries.json", ...AT]],
  [0, ["observe", "delivery.request", ...AT, "--out", "seen", "--pin"]],
  [0, ["compare", "out", "out"]],
];

/** Every text below a folder, with what a page holds as base64. */
function decodedTexts(folder: string): readonly string[] {
  return [...textsBelow(folder).values()].map(
    (text) => `${text}\n${text.replaceAll(/"([A-Za-z0-9+/]{40,}={0,2})"/g, decoded)}`,
  );
}

function decoded(_: string, base64: string): string {
  return Buffer.from(base64, "base64").toString();
}

test("a run receives by a relay, and neither holds what deliveries carry, in any of what they leave", async () => {
  const cwd = temporaryFolder();
  const { cert, key } = await selfSignedCertificate("127.0.0.1");
  writeFileSync(join(cwd, "cert.pem"), cert);
  writeFileSync(join(cwd, "key.pem"), key);
  const url = await servedReference({ post: careless });
  const env = {
    CONFORMANCE_RELAY_TOKEN,
    NODE_EXTRA_CA_CERTS: "cert.pem",
    XDG_STATE_HOME: join(cwd, "state"),
  };
  const tls = ["--certificate", "cert.pem", "--key", "key.pem"];
  const said: string[] = [];
  const judged = async () => {
    const codes = [];
    for (const [, args] of COMMANDS) {
      const { code, stdout, stderr } = await runBin(args, { cwd, env });
      said.push(stdout, stderr);
      codes.push(code);
    }
    return codes;
  };
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
  expect(await running).toEqual(COMMANDS.map(([code]) => code));
  const failed = readResult(join(cwd, "out")).checks.filter(({ verdict }) => verdict === "failed");
  expect(failed.map(({ requirement }) => requirement)).toEqual([
    "delivery.reaches-callback-url",
    "delivery.retries",
  ]);
  expect(relay).toMatchObject({ code: 0, stderr: "" });
  expect(readdirSync(join(cwd, "out"), { recursive: true })).toEqual(expect.arrayContaining(FILES));
  const all = [relay.stdout, ...said, ...decodedTexts(cwd)];
  expect(all.filter((text) => CARDHOLDER_DATA.test(text))).toEqual([]);
  expect(all.filter((text) => text.includes(CONFORMANCE_RELAY_TOKEN))).toEqual([]);
  const told = said.join("\n");
  expect(told).toContain("/cardNumber: string (digits)");
  expect(told).toMatch(/\/\[16 digits\]\?.+&\[3 letters\]=\[6 digits\]&\[16 digits\]=1/);
  expect(told).toContain("x-…");
});
