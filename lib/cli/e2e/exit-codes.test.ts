import { cpSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer as createHttpServer } from "node:http";
import { createServer, type Server } from "node:net";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { packageRoot } from "../../package/package-root.ts";
import { createReference } from "../../reference/reference.ts";
import { serveReference } from "../../reference/serve-reference.ts";
import { listening } from "../testing/listening.ts";
import { readResult, runBin } from "../testing/run-bin.ts";
import { folderWithProfile, MERCHANTS, servedReference } from "../testing/served-reference.ts";
import { temporaryFolder } from "../testing/temporary-folder.ts";

test("2: a run that is refused after its beginning ends the quotation of its log for GitHub", async () => {
  const cwd = folderWithProfile(await servedReference());
  const file = join(cwd, "state");
  writeFileSync(file, "");
  const args = ["run", "versioning", "--profile", join(cwd, "target.yaml"), "--out", join(cwd, "out")];
  const { code, stdout, stderr } = await runBin(args, {
    env: { GITHUB_ACTIONS: "true", XDG_STATE_HOME: file },
  });
  const [, token] = /^::stop-commands::(\S+)$/m.exec(stdout) ?? [];
  expect({ code, last: stdout.trimEnd().split("\n").at(-1) }).toEqual({ code: 2, last: `::${token}::` });
  expect(stderr).toContain("\n::error title=Conformance%3A no result::");
});

const UNREACHABLE: readonly (readonly [what: string, why: string, open: () => Promise<string>])[] = [
  ["a server that accepts connections and never answers", "no answer", async () => servedBy(createServer())],
  ["a certificate without a trusted CA", "certificate", servedByHttps],
  [
    "a server that closes in the middle of its answer",
    "no answer",
    async () =>
      servedBy(
        createHttpServer((_, response) => {
          response.writeHead(200, { "content-length": "1000" });
          response.write("{", () => response.destroy());
        }),
      ),
  ],
];

test.each(UNREACHABLE)("4: %s", async (_, why, open) => {
  const out = temporaryFolder();
  const args = ["run", "--base-url", await open(), "--timeout-ms", "300", "--out", out];
  const { code, stdout } = await runBin(args);
  expect({ code, stdout }).toEqual({
    code: 4,
    stdout: expect.stringMatching(new RegExp(String.raw`Verdict   unreachable \(exit 4\): .*${why}`)),
  });
  expect(readResult(out)).toMatchObject({ verdict: "unreachable", exitCode: 4, checks: [] });
  expect(readFileSync(join(out, "junit.xml"), "utf8")).toContain('<error type="unreachable"');
});

async function servedBy(server: Server): Promise<string> {
  return `http://127.0.0.1:${await listening(server)}`;
}

async function servedByHttps(): Promise<string> {
  const server = await serveReference(createReference({ merchants: MERCHANTS }), { https: true });
  onTestFinished(async () => server.close());
  return server.url;
}

test("5: a check of the suite that breaks", async () => {
  const root = copyOfThePackage();
  writeFileSync(
    join(root, "suites/versioning/requirements.ts"),
    `import { stated } from "../../lib/api/webhook/requirement.ts";
     const check = async () => { throw new TypeError("planted"); };
     export const breaks = stated("versioning.path-prefix", { sections: ["9"], text: "It breaks.", check });`,
  );
  const out = temporaryFolder();
  const { code, stdout } = await runBin(["run", "versioning", "--out", out], { root });
  expect(stdout).toContain("planted");
  expect(stdout).toContain("Verdict   defect (exit 5)");
  expect(code).toBe(5);
});

test("5: a signing module that throws outside of any call, and the target is restored all the same", async () => {
  const cwd = temporaryFolder();
  writeFileSync(
    join(cwd, "signer.mjs"),
    `export default async function sign({ timestamp, nonce }) {
      setTimeout(() => { throw new Error("thrown late"); });
      return \`\${timestamp}\${nonce}\`;
    }`,
  );
  const signature = "{ module: ./signer.mjs, encoding: hex, timestamp: unix-ms, nonce: uuid }";
  writeFileSync(
    join(cwd, "target.yaml"),
    `name: target\nbaseUrl: ${await servedReference()}\nauth: { mode: signed, signature: ${signature} }\n` +
      `merchants: ${JSON.stringify(MERCHANTS.map((merchant) => ({ ...merchant, secret: "s3cr3t" })))}\n`,
  );
  const args = ["run", "versioning", "--depth", "quick", "--profile", "target.yaml", "--out", "out"];
  const { code, stdout } = await runBin(args, { cwd });
  expect({ code, stdout }).toMatchObject({ code: 5, stdout: expect.stringContaining("thrown late") });
  const { verdict, restored } = readResult(join(cwd, "out"));
  expect({ verdict, merchants: restored.length }).toEqual({ verdict: "defect", merchants: 2 });
});

function copyOfThePackage(): string {
  const root = temporaryFolder();
  for (const name of ["lib", "suites", "config", "package.json"]) {
    cpSync(join(packageRoot, name), join(root, name), { recursive: true });
  }
  symlinkSync(join(packageRoot, "node_modules"), join(root, "node_modules"));
  return root;
}
