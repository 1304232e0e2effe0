import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readResult, runBin } from "../testing/run-bin.ts";
import { servedReference } from "../testing/served-reference.ts";
import { temporaryFolder } from "../testing/temporary-folder.ts";

const RUN = ["run", "versioning", "--depth", "quick"] as const;
const BEFORE = "https://merchant.example/before";
const ALPHA = { "X-API-Key": "reference-alpha-key-7f3a9c21", "Content-Type": "application/json" };

const commands: readonly (readonly [code: number, args: readonly string[]])[] = [
  [0, [...RUN, "--out", "out"]],
  [0, [...RUN, "--format", "json", "--out", "out"]],
  [0, ["run", "--help"]],
  [0, ["--help"]],
  [0, ["--version"]],
  [0, ["list"]],
  [0, ["list", "--json"]],
  [0, ["list", "--mutants"]],
  [0, ["explain", "register.stores"]],
  [0, ["observe", "limits.latency", "--depth", "quick", "--out", "out"]],
  [0, ["compare", "reference", "reference-signed"]],
  [0, ["doctor"]],
  [0, ["sign", "webhook/query"]],
  [0, ["init", "--stdout"]],
  [0, ["restore"]],
];

test.concurrent.each(commands)(
  "%i is the exit code without a reader of what %j prints",
  async (code, args) => {
    const cwd = temporaryFolder();
    const ended = await runBin(args, { cwd, env: { XDG_STATE_HOME: cwd }, unread: ["stdout"] });
    expect({ code: ended.code, stderr: ended.stderr }).toEqual({
      code,
      stderr: expect.not.stringMatching(/EPIPE|^ {4}at /m),
    });
  },
);

test.each([
  [2, ["run", "no-such-area"]],
  [2, ["list", "--no-such-option"]],
])("%i is the exit code without a reader of what %j complains of", async (code, args) => {
  expect((await runBin(args, { unread: ["stdout", "stderr"] })).code).toBe(code);
});

test("a run without a reader keeps its verdict, writes its reports, and puts the target back", async () => {
  const [url, out] = [await servedReference({ mutant: "accepts-plain-http" }), temporaryFolder()];
  const call = async (operation: string, body = {}) =>
    (
      await fetch(`${url}/abc/v1/webhook/${operation}`, {
        method: "POST",
        headers: ALPHA,
        body: JSON.stringify(body),
      })
    ).text();
  await call("register", { callbackUrl: BEFORE });
  const args = ["run", "callback-url.https-only", "--depth", "quick", "--base-url", url, "--out", out];
  const { code } = await runBin(args, { unread: ["stdout", "stderr"] });
  expect({ code, verdict: readResult(out).verdict }).toEqual({ code: 1, verdict: "non-conformant" });
  expect(readFileSync(join(out, "junit.xml"), "utf8")).toContain('failures="1"');
  expect(await call("query")).toContain(BEFORE);
});

test.each([["list"], ["export", "openapi"], ["--help"]])(
  "2: %s cannot print to the end on a full disk",
  async (...args) => {
    const full = `data:text/javascript,${encodeURIComponent(`
    process.stdout._write = (chunk, encoding, done) => done(Object.assign(new Error("ENOSPC: no space left"), { code: "ENOSPC" }));
  `)}`;
    const { code, stderr } = await runBin(args, { env: { NODE_OPTIONS: `--import ${full}` } });
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr:
        "Cannot print to the end: ENOSPC: no space left. Free space or print elsewhere, and repeat the command.\n",
    });
  },
);
