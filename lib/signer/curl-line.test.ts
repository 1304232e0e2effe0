import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { curlLine } from "./curl-line.ts";

/** The arguments that a shell gives to curl. */
function run(line: string, env: Record<string, string> = {}): string[] {
  const stub = `curl() { printf '%s\\0' "$@"; }\n`;
  const output = execFileSync("/bin/sh", ["-c", stub + line], { env, encoding: "utf8", stdio: "pipe" });
  return output.split("\0").slice(0, -1);
}

const COMMON = ["-sS", "-g", "--path-as-is", "-w", String.raw`\n`, "-X", "POST"];
const url = "https://issuer.example/abc/v1/webhook/register?a=[1]&b='$(id)'";
const body = Buffer.from(`{"callbackUrl":"https://it's.example/$HOME/\`id\`"}`);

test("curlLine survives the shell as it was given", () => {
  const headers = [
    ["X-API-Key", `a'b"c $HOME \\ !`],
    ["Content-Type", "application/json"],
  ] as const;
  const line = curlLine({ method: "POST", url, headers, body });
  expect(line).not.toContain("\n");
  expect(run(line)).toEqual([
    ...COMMON,
    url,
    "-H",
    `X-API-Key: a'b"c $HOME \\ !`,
    "-H",
    "Content-Type: application/json",
    "--data-raw",
    body.toString(),
  ]);
});

test("curlLine sends what curl would leave out or add by itself", () => {
  const bare = { method: "POST", url: "https://issuer.example/q" };
  expect(run(curlLine({ ...bare, headers: [["X-Nonce", ""]] }))).toEqual([
    ...COMMON,
    "https://issuer.example/q",
    "-H",
    "X-Nonce;",
    "-H",
    "Content-Length: 0",
  ]);
  const got = run(curlLine({ ...bare, method: "GET", headers: [] }));
  expect(got.slice(-2)).toEqual(["GET", "https://issuer.example/q"]);
  const typeless = run(curlLine({ ...bare, headers: [], body: Buffer.from("@file") }));
  expect(typeless.slice(8)).toEqual(["-H", "Content-Type:", "--data-raw", "@file"]);
});

test("curlLine pipes a body that is no plain text", () => {
  const bytes = Buffer.from([0x25, 0x5c, 0x27, 0x0a, 0x00, 0xff]);
  const line = curlLine({ method: "POST", url: "https://issuer.example/q", headers: [], body: bytes });
  expect(line).not.toContain("\n");
  const stub = line.replace(/\| curl .*/, "");
  expect(execFileSync("/bin/sh", ["-c", stub])).toEqual(bytes);
  expect(line).toContain("--data-binary @-");
});

test("curlLine pipes what a terminal would not show as it is", () => {
  const turned = Buffer.from('{"a":"\u202e"}');
  const line = curlLine({ method: "POST", url: "https://issuer.example/q", headers: [], body: turned });
  expect(line).toMatch(/^printf '[\\\d]+' \| curl /);
});

test("curlLine shows hidden values by name, the longest first", () => {
  const headers = [
    ["X-API-Key", "key-alpha"],
    ["X-Signature", "key"],
  ] as const;
  const hidden = [
    { value: "key", name: "SHORT" },
    { value: "key-alpha", name: "ALPHA_API_KEY" },
    { value: "", name: "NOTHING" },
  ];
  const line = curlLine({ method: "POST", url: "https://issuer.example/q", headers }, hidden);
  expect(line).toContain(
    `-H 'X-API-Key: '"\${ALPHA_API_KEY:?is not set}" -H 'X-Signature: '"\${SHORT:?is not set}"`,
  );
  expect(line).not.toContain("key-alpha");
  expect(run(line, { SHORT: "key", ALPHA_API_KEY: "key-alpha" })).toContain("X-API-Key: key-alpha");
  expect(() => run(line, { SHORT: "key" })).toThrow("ALPHA_API_KEY: is not set");
});
