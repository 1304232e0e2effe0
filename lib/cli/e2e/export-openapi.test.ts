import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import { OpenAPIBackend } from "openapi-backend";
import { expect, test } from "vitest";
import { listening } from "../testing/listening.ts";
import { runBin } from "../testing/run-bin.ts";
import { temporaryFolder } from "../testing/temporary-folder.ts";

const PROFILE = `
name: sandbox
baseUrl: https://sandbox.issuer.example
auth: { mode: api-key }
merchants: [{ name: alpha, apiKey: "\${env:ALPHA_KEY}" }]
operations: { budget: { path: /abc/v1/budget/list, body: { note: private-note } } }
pins: { "query.answer": { code: 0 } }
`;
const KEY = "key-of-alpha-9f31c7";

const require = createRequire(import.meta.url);
const linter = join(dirname(require.resolve("@redocly/cli/package.json")), "bin/cli.js");

/** The exit code and the report of Redocly's linter. */
function lint(document: string): { status: number | null; output: string } {
  const file = join(temporaryFolder(), "openapi.json");
  writeFileSync(file, document);
  // The API document names no licence.
  const args = [linter, "lint", "--skip-rule=info-license", "--max-problems=5", file];
  const env = { PATH: process.env["PATH"], REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" };
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: "utf8", env });
  return { status, output: stdout + stderr };
}

function profileFile(content = PROFILE): string {
  const file = join(temporaryFolder(), "sandbox.yaml");
  writeFileSync(file, content);
  return file;
}

async function exported(...options: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await runBin(["export", "openapi", ...options], {
    env: { ALPHA_KEY: KEY },
  });
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  return stdout;
}

test("a linter accepts the document, with a profile and without one, and refuses a broken one", async () => {
  const [bare, profiled] = [await exported(), await exported("--profile", profileFile())];
  for (const document of [bare, profiled]) {
    const { status, output } = lint(document);
    expect({ status, output }).toEqual({ status: 0, output: expect.stringContaining("valid") });
    expect(output).not.toMatch(/warning/i);
  }
  expect(lint(bare.replaceAll("#/components/schemas/Envelope", "#/components/schemas/Absent")).status).toBe(
    1,
  );
});

test("a mock server answers from the document, and refuses a register that the document forbids", async () => {
  const definition = JSON.parse(await exported());
  const api = new OpenAPIBackend({ definition, quick: true, ajvOpts: { strict: false } });
  api.register({
    notImplemented: ({ operation }) => api.mockResponseForOperation(operation.operationId ?? ""),
    validationFail: ({ validation }) => ({ status: 400, mock: validation.errors }),
    notFound: () => ({ status: 404, mock: {} }),
  });
  for (const name of ["apiKey", "timestamp", "nonce", "signature"])
    api.registerSecurityHandler(name, () => true);
  await api.init();
  const server = createServer((request, response) => {
    void (async () => {
      const { method = "", url: path = "", headers } = request;
      const { status, mock } = await api.handleRequest({
        method,
        path,
        headers: Object(headers),
        body: await text(request),
      });
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(mock));
    })();
  });
  const base = `http://127.0.0.1:${await listening(server)}/abc/v1`;
  const call = async (path: string, body?: unknown) => {
    const json =
      body === undefined
        ? {}
        : { body: JSON.stringify(body), headers: { "content-type": "application/json" } };
    const answer = await fetch(`${base}/${path}`, { method: "POST", ...json });
    return [answer.status, await answer.json()];
  };
  expect(await call("webhook/register", { callbackUrl: "https://a.example/", more: 1 })).toEqual([
    200,
    { data: true },
  ]);
  expect((await call("webhook/register", { callbackUrl: "http://a.example/" }))[0]).toBe(400);
  expect((await call("webhook/register", {}))[0]).toBe(400);
  expect(await call("webhook/query")).toEqual([200, { data: expect.objectContaining({ status: 1 }) }]);
  expect((await call("transaction/query", { anything: [] }))[0]).toBe(200);
  expect((await call("budget/list", {}))[0]).toBe(404);
});

test("the document has no secret and no example of the profile", async () => {
  const document = await exported(
    "--profile",
    profileFile(PROFILE.replace("issuer.example", `issuer.example/${KEY}`)),
  );
  expect(document).toContain('"x-pinned": {\n          "query.answer": {');
  expect(document).toContain("https://sandbox.issuer.example/[alpha.apiKey]");
  expect(document).not.toMatch(/key-of-alpha|private-note/);
});
