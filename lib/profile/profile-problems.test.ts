import { generateKeyPairSync } from "node:crypto";
import { expect, test } from "vitest";
import { HEAD, problems, SIGNED } from "./testing/profile-text.ts";

const at = (url: string) => HEAD.replace("https://issuer.example", url);

test.each([
  [
    "missing field",
    "baseUrl: embedded\nauth: {}\nmerchants: []\nname: a",
    "2:1  auth.mode  expected one of api-key, signed (got nothing)",
  ],
  [
    "short list",
    HEAD.replace(/\[.*\]/, "[]"),
    "4:12  merchants  expected a list of at least 1 entry; only a profile with mcp.url may have none (got an empty list)",
  ],
  ...["junk.pem", "broken.pem"].map((name): [string, string, string] => [
    `authority in ${name}`,
    `${HEAD}target: { ca: ${name} }`,
    `5:15  target.ca  expected a file of certificates in PEM (got "${name}": no readable certificate in it)`,
  ]),
  ["no mapping", "just text", '1:1  expected a mapping (got "just text")'],
  ["nothing", "", "1:1  expected a mapping (got nothing)"],
])("%s: one line with place, field, expectation and what was got", (_case, text, line) => {
  expect(problems(text)).toContain(line);
});

test("syntax errors have a place too, and nothing is built on them", () => {
  expect(problems(`${HEAD}pins: [1,\nrun: "x`)).toEqual(
    expect.arrayContaining([expect.stringMatching(/^6:\d+ {2}not YAML: /)]),
  );
  expect(problems("a: *missing")).toEqual([
    expect.stringMatching(/^1:1 {2}not YAML that can be read: .*missing$/),
  ]);
});

test("aliases that multiply beyond measure are refused", () => {
  const levels = Array.from(
    { length: 8 },
    (_, level) => `l${level + 1}: &l${level + 1} [${`*l${level},`.repeat(9)}]`,
  );
  expect(problems(`l0: &l0 [x]\n${levels.join("\n")}`)).toEqual([
    expect.stringContaining("not YAML that can be read"),
  ]);
});

test("all problems come at once, in the order of the file", () => {
  const found = problems(
    "name: 1\nbaseUrl: x\nauth: { mode: signed }\nmerchants: [{ name: a, apiKey: k }]\nzzz: 1\n",
  );
  expect(found.map((line) => line.split("  ").slice(0, 2))).toEqual([
    ["1:7", "name"],
    ["2:10", "baseUrl"],
    ["3:1", "auth.signature"],
    ["4:13", "merchants[0].secret"],
    ["5:1", "zzz"],
  ]);
});

test("problems below an alias are shown at its anchor", () => {
  const text = HEAD.replace(
    "[{ name: alpha, apiKey: key-alpha }]",
    "\n  - &a { name: alpha, apiKey: 5 }\n  - *a",
  );
  expect(problems(text)).toContainEqual(
    expect.stringMatching(/^5:31 {2}merchants\[1\]\.apiKey {2}expected a string/),
  );
});

test("signed mode needs the block and a secret of each merchant, fit for the algorithm", () => {
  expect(problems(SIGNED)).toEqual([
    "4:1  auth.signature  expected a mapping that says how requests are signed, since auth.mode is signed (got nothing)",
  ]);
  const block = "  signature: { algorithm: ed25519, payload: '{body}' }\n";
  expect(problems(SIGNED + block)).toEqual([
    "3:55  merchants[0].secret  expected an Ed25519 private key in PEM, or a 32-byte seed in hex or base64 (got another text)",
  ]);
  const pem = generateKeyPairSync("ed25519").privateKey.export({ type: "pkcs8", format: "pem" }).toString();
  expect(problems(SIGNED.replace("s3cr3t", '"${env:PEM}"') + block, { PEM: pem })).toEqual([]);
});

test("plain http is for loopback, or by consent", () => {
  const loopback = ["http://127.0.0.1:8080", "http://localhost", "http://[::1]:80/x", "http://a.localhost"];
  expect(loopback.flatMap((url) => problems(at(url)))).toEqual([]);
  expect(problems(at("http://10.0.0.1"))).toHaveLength(1);
  expect(problems(at("http://127.0.0.1.issuer.example"))).toHaveLength(1);
  expect(problems(`${at("http://10.0.0.1")}target: { allowPlainHttp: true }`)).toEqual([]);
});

test("no message shows a secret", () => {
  const text = `${SIGNED.replace("s3cr3t", '"${env:SECRET}"').replace("key-alpha", '"hidden key"')}
  signature: { algorithm: rsa-sha256, payload: "{body}" }
mcp: { url: "\${env:SECRET}", readOnlyToken: [hidden] }
target: { proxy: "ftp://user:hidden@proxy" }
`.replace("https://issuer.example", "https://user:hidden@issuer.example");
  const found = problems(text, { SECRET: "hidden" }).join("\n");
  expect(found.split("\n").length).toBeGreaterThanOrEqual(5);
  expect(found).not.toContain("hidden");
});
