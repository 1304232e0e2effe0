import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { packageRoot, suiteIdentity } from "../../package/package-root.ts";
import { temporaryFolder } from "../testing/temporary-folder.ts";

/** The file by which a vitest of the user hosts the suite. */
const HOSTED = "dist/suites/conformance.test.js";
const TEST_CODE = /\.test\.|\/(?:testing|selftest|e2e)\//;
const FREE_LICENCES = new Set(["MIT", "ISC", "BSD-2-Clause", "BSD-3-Clause", "Apache-2.0", "0BSD"]);
const env = {
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith("npm_"))),
  PATH: `${join(packageRoot, "node_modules/.bin")}:${process.env["PATH"]}`,
};
const packed = z.array(z.object({ integrity: z.string(), files: z.array(z.object({ path: z.string() })) }));
const manifest = z.object({
  exports: z.record(z.string(), z.union([z.string(), z.record(z.string(), z.string())])),
});
const lock = z.object({
  packages: z.record(z.string(), z.object({ dev: z.boolean().optional(), license: z.string().optional() })),
});

function readRoot(file: string): unknown {
  return JSON.parse(readFileSync(join(packageRoot, file), "utf8"));
}

function run(cwd: string, command: string, args: readonly string[], more: NodeJS.ProcessEnv = {}): string {
  const { status, stdout, stderr } = spawnSync(command, args, {
    cwd,
    env: { ...env, ...more },
    encoding: "utf8",
  });
  if (status === 0) return stdout;
  throw new Error(`Cannot run ${[command, ...args].join(" ")}: exit ${status}\n${stdout}\n${stderr}`);
}

/** Builds and packs the package into a folder. */
function pack(folder: string) {
  const text = run(packageRoot, "npm", ["pack", "--silent", "--json", "--pack-destination", folder]);
  const [found] = packed.parse(JSON.parse(text));
  if (found === undefined) throw new Error(`Cannot read what npm pack printed: ${text}`);
  return { integrity: found.integrity, paths: found.files.map(({ path }) => path) };
}

const folder = mkdtempSync(join(tmpdir(), "card-issuing-conformance-package-"));
afterAll(() => rmSync(folder, { recursive: true }));
let first: ReturnType<typeof pack>;
beforeAll(() => {
  first = pack(folder);
}, 120_000);

test("two builds of one commit are the same package, byte for byte", () => {
  expect(pack(temporaryFolder()).integrity).toBe(first.integrity);
}, 120_000);

test("the package holds every file that it exports, its licence, and no test code", () => {
  const { exports } = manifest.parse(readRoot("package.json"));
  const targets = Object.values(exports).flatMap((one) =>
    typeof one === "string" ? [one] : Object.values(one),
  );
  expect(first.paths).toEqual(expect.arrayContaining(targets.map((path) => path.replace(/^\.\//, ""))));
  expect(first.paths).toContain("LICENSE");
  expect(first.paths.filter((path) => TEST_CODE.test(path))).toEqual([HOSTED]);
});

test("a user of the package installs free licences only", () => {
  const { packages } = lock.parse(readRoot("package-lock.json"));
  const installed = Object.entries(packages).filter(([path, { dev }]) => path !== "" && dev !== true);
  const others = installed.filter(([, { license = "none" }]) => !FREE_LICENCES.has(license));
  expect(installed.length).toBeGreaterThan(20);
  expect(others).toEqual([]);
});

test("the step of the container file installs the command", () => {
  const text = readFileSync(join(packageRoot, ".github/examples/Containerfile"), "utf8");
  const { name, version } = suiteIdentity();
  expect(text).toContain(`COPY ${name}-${version}.tgz ./\n`);
  const [, step = ""] = /^RUN (.*)$/m.exec(text) ?? [];
  const prefix = temporaryFolder();
  run(folder, "bash", ["-e", "-c", step], { npm_config_prefix: prefix });
  expect(existsSync(join(folder, `${name}-${version}.tgz`))).toBe(false);
  const [, command = ""] = /^ENTRYPOINT \["(.*)"\]$/m.exec(text) ?? [];
  expect(run(prefix, join(prefix, "bin", command), ["--version"]).trim()).toBe(version);
}, 120_000);
