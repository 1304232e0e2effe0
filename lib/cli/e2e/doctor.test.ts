import { writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { createReference } from "../../reference/reference.ts";
import { serveReference } from "../../reference/serve-reference.ts";
import { FIRST_MISTAKES, HIDDEN, profileWith } from "../testing/first-mistakes.ts";
import { listening } from "../testing/listening.ts";
import { folderWithProfile, servedReference } from "../testing/served-reference.ts";
import { readResult, runBin } from "../testing/run-bin.ts";
import { temporaryFolder } from "../testing/temporary-folder.ts";

const PROFILE =
  "name: target\nbaseUrl: http://127.0.0.1:1\nauth: { mode: api-key }\nmerchants: [{ name: alpha, apiKey: alpha-key-7f3a9c21 }]\n";

async function examined(profile: string, ...more: string[]) {
  const file = join(temporaryFolder(), "target.yaml");
  writeFileSync(file, profile);
  return runBin(["doctor", "--profile", file, ...more]);
}

test.each(FIRST_MISTAKES.map((mistake) => [mistake.name, mistake] as const))(
  "4: %s: run and doctor name one cause, and no check fails",
  async (_, mistake) => {
    const folder = temporaryFolder();
    const [file, out] = [join(folder, "target.yaml"), join(folder, "out")];
    writeFileSync(file, profileWith(mistake));
    const at = ["--profile", file, "--base-url", await mistake.baseUrl()];
    const ran = await runBin(["run", "--depth", "quick", ...at, "--out", out]);
    expect(ran).toEqual({ code: 4, stderr: "", stdout: expect.stringMatching(mistake.says) });
    expect(ran.stdout).toMatch(/Verdict   unreachable \(exit 4\): /);
    const { checks, reasonCode, requests } = readResult(out);
    expect({ checks, reasonCode }).toEqual({ checks: [], reasonCode: mistake.code });
    expect(requests.sent).toBeGreaterThan(0);
    expect(HIDDEN.filter((secret) => ran.stdout.includes(secret))).toEqual([]);
    if (mistake.needsWrite === true) return;
    const { code, stdout } = await runBin(["doctor", ...at]);
    expect({ code, stdout }).toEqual({ code: 4, stdout: expect.stringMatching(mistake.says) });
    expect(stdout).toContain(`(${mistake.code})`);
    expect(stdout).toContain("This would stop a run (exit 4).");
    expect(HIDDEN.filter((secret) => stdout.includes(secret))).toEqual([]);
    const [right, wrong] = ["✓", "✗"].map((mark) => subjects(stdout, mark));
    expect(right?.filter((subject) => wrong?.includes(subject))).toEqual([]);
  },
);

/** A page of something in front of a target. */
function page(status: number): Response {
  return new Response("<h1>Blocked</h1>", { status });
}

/** The subjects of the lines with this mark. */
function subjects(text: string, mark: string): string[] {
  return [...text.matchAll(new RegExp(`^${mark} (.*?)  `, "gm"))].map(([, subject = ""]) => subject);
}

test("0: a server that has no configuration yet, and says so as it says that there is no such path", async () => {
  const server = createServer(({ url, method }, response) => {
    const isWrongMethod = url?.endsWith("/webhook/query") === true && method === "GET";
    const code = isWrongMethod ? 405 : 404;
    response
      .writeHead(code)
      .end(JSON.stringify({ code, msg: "not found", message: "not found", data: null }));
  });
  const keyed = createServer((request, response) => {
    if (request.headers["x-api-key"] === "alpha-key-7f3a9c21") server.emit("request", request, response);
    else response.writeHead(401).end('{"code":401,"msg":"unknown key","message":"unknown key","data":null}');
  });
  const outcome = await examined(PROFILE, "--base-url", `http://127.0.0.1:${await listening(keyed)}`);
  expect(outcome).toMatchObject({
    code: 0,
    stdout: expect.stringContaining("✓ alpha        API key accepted"),
  });
});

test("how long an answer takes, and a run at each depth; as JSON for a pipeline", async () => {
  const { stdout } = await runBin(["doctor", "--profile", "reference"]);
  expect(stdout).toMatch(
    /^· speed +\d+ ms per answer over an open connection, \d+ ms over a new one; a whole run: quick \d+ requests, about \d+ (?:s|min); standard \d+ requests, about \d+ (?:s|min); deep \d+ requests, about [\d.]+ (?:s|min|h)$/m,
  );
  expect(stdout).toContain("Ready: found no problem that would stop a run.");
  const json = await runBin(["doctor", "--profile", "reference", "--format", "json"]);
  expect(JSON.parse(json.stdout)).toMatchObject({
    ready: true,
    exitCode: 0,
    target: { authMode: "api-key" },
    findings: expect.arrayContaining([expect.objectContaining({ subject: "base path", state: "well" })]),
    latency: { keptMs: expect.any(Number), newMs: expect.any(Number) },
    estimates: ["quick", "standard", "deep"].map((depth) => expect.objectContaining({ depth })),
  });
  const nowhere = await examined(PROFILE, "--format", "json");
  expect({ ...nowhere, stdout: JSON.parse(nowhere.stdout) }).toMatchObject({
    code: 4,
    stdout: {
      ready: false,
      exitCode: 4,
      findings: expect.arrayContaining([expect.objectContaining({ code: "no-answer" })]),
    },
  });
});

test("0: the reference, with the text that was signed", async () => {
  const { code, stdout } = await runBin(["doctor", "--profile", "reference-signed"]);
  expect({ code, stdout }).toMatchObject({ code: 0 });
  expect(stdout).toMatch(
    /signed text {2}"POST\\n\/abc\/v1\/webhook\/query\\n\d{13}\\n[\da-f-]{36}\\n" \(78 bytes, of a query for alpha\)/,
  );
  expect(stdout).toMatch(/signature {4}[\da-f]{64} \(hmac-sha256, hex\)/);
  expect(stdout).toMatch(/mcp +http:\S+\/mcp answers to the read-only token, by 2026-07-28 \(stateless\)/);
  expect(stdout).not.toMatch(/reference-alpha-(?:key|secret)/);
});

test("a key in the signed text is hidden", async () => {
  const [template] = FIRST_MISTAKES;
  const mistake = { ...template, auth: template?.auth?.replace("{timestamp}", "{apiKey}{timestamp}") ?? "" };
  const profile = `name: target\nbaseUrl: http://127.0.0.1:1\nauth: ${mistake.auth}\nmerchants: [{ name: alpha, apiKey: alpha-key-7f3a9c21, secret: alpha-secret-c41d7e0b9f26a853 }]\n`;
  const { code, stdout } = await examined(profile, "--base-url", (await template?.baseUrl()) ?? "");
  expect({ code, stdout }).toMatchObject({ code: 4 });
  expect(stdout).toMatch(/signed text {2}"\[alpha\.apiKey\]\d{13}/);
});

test("the certificate, and who vouches for it", async () => {
  const merchants = [{ name: "alpha", apiKey: "alpha-key-7f3a9c21" }];
  const server = await serveReference(createReference({ merchants }), { https: true });
  onTestFinished(async () => server.close());
  const untrusted = await examined(PROFILE, "--base-url", server.url);
  expect(untrusted).toMatchObject({
    code: 4,
    stdout: expect.stringMatching(
      /✗ connection .*not trusted by the CAs of this machine: .*\n[^]*✗ answer .*\(no-answer\)/,
    ),
  });
  const ca = join(temporaryFolder(), "ca.pem");
  writeFileSync(ca, server.certificate ?? "");
  const trusted = await examined(`${PROFILE}target: { ca: ${ca} }\n`, "--base-url", server.url);
  expect(trusted).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(
      /✓ connection {3}TLSv1\.3; .*issued by .*; until .*; trusted by target\.ca\n· http {9}HTTP\/1\.1/,
    ),
  });
});

test("0: what a run would meet on the way: each form that something in front of the target stops", async () => {
  const baseUrl = await servedReference({
    arriving: async (request) => {
      if (request.headers.has("expect")) return page(417);
      if (request.url.includes("javascript:")) return page(403);
      return (await request.clone().text()).length > 2 ** 15 ? page(413) : undefined;
    },
  });
  const { code, stdout } = await runBin(`doctor --profile ${folderWithProfile(baseUrl)}/target.yaml`);
  expect(code).toBe(0);
  const lines = stdout.split("\n").filter((line) => line.startsWith("· way"));
  expect(lines.map((line) => /a query with (.*?) is answered HTTP (\d+)/.exec(line)?.slice(1))).toEqual([
    ["a body of 64 KiB", "413"],
    ["words of attacks in its URL", "403"],
    ["Expect: 100-continue", "417"],
  ]);
});

test("nothing but queries is sent", async () => {
  const paths = new Set<string>();
  const server = createServer((request, response) => {
    paths.add(`${request.method} ${request.url}`);
    response.end('{"code":1,"msg":"no"}');
  });
  await examined(PROFILE, "--base-url", `http://127.0.0.1:${await listening(server)}`);
  expect([...paths]).toEqual(["POST /abc/v1/webhook/query"]);
});
