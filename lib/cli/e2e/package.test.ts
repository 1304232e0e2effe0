import { spawnSync } from "node:child_process";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import * as z from "zod";
import { packageRoot, suiteIdentity } from "../../package/package-root.ts";
import { readResult } from "../testing/run-bin.ts";
import { temporaryFolder } from "../testing/temporary-folder.ts";

/** Without the settings that npm hands down to scripts, and with the Node that runs this test first. */
const env = {
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith("npm_"))),
  PATH: `${join(packageRoot, "node_modules/.bin")}:${process.env["PATH"]}`,
};

/** The file by which a vitest of the user hosts the suite. */
const HOSTED = "dist/suites/conformance.test.js";
const TEST_CODE = /\.test\.|\/(?:testing|selftest|e2e)\//;
const FREE_LICENCES = new Set(["MIT", "ISC", "BSD-2-Clause", "BSD-3-Clause", "Apache-2.0", "0BSD"]);
const packed = z.array(z.object({ integrity: z.string(), files: z.array(z.object({ path: z.string() })) }));
const manifest = z.object({
  exports: z.record(z.string(), z.union([z.string(), z.record(z.string(), z.string())])),
});
const lock = z.object({
  packages: z.record(z.string(), z.object({ dev: z.boolean().optional(), license: z.string().optional() })),
});

/** Packages that a command without checks must not load. */
const HEAVY = /^(vitest|vite|rolldown|typescript|msw|@allurereport)$/;

function readRoot(file: string): unknown {
  return JSON.parse(readFileSync(join(packageRoot, file), "utf8"));
}

function run(cwd: string, command: string, ...args: string[]): string {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd, env, encoding: "utf8" });
  if (status === 0) return stdout;
  throw new Error(`Cannot run ${[command, ...args].join(" ")}: exit ${status}\n${stdout}\n${stderr}`);
}

/** Builds and packs the package into a folder. */
function pack(folder: string) {
  const text = run(packageRoot, "npm", "pack", "--silent", "--json", "--pack-destination", folder);
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

function install(project: string, ...packages: readonly string[]): void {
  run(project, "npm", "install", "--silent", "--no-audit", "--no-fund", ...packages);
}

/** Another project, with a configuration of vitest that throws, and the packed package installed. */
function installed(): string {
  const project = join(temporaryFolder(), "a project with blanks");
  mkdirSync(project);
  writeFileSync(join(project, "package.json"), '{"name":"project","private":true,"type":"module"}');
  writeFileSync(join(project, "vitest.config.ts"), 'throw new Error("this is not for us");');
  const { name, version } = suiteIdentity();
  install(project, join(folder, `${name}-${version}.tgz`));
  return project;
}

test("the packed package judges the reference from another project, without a test runner; in a vitest and beside an msw it works too", () => {
  const project = installed();
  expect(readdirSync(join(project, "node_modules")).filter((name) => HEAVY.test(name))).toEqual([]);
  const command = "card-issuing-conformance run webhook --depth quick --html".split(" ");
  const text = run(project, "npx", ...command);
  expect(text).toContain("Verdict   conformant-partial (exit 0)");
  const out = join(project, "reports/latest");
  expect(readResult(out)).toMatchObject({ verdict: "conformant-partial" });
  expect(readdirSync(out)).toEqual(expect.arrayContaining(["report.html", "junit.xml"]));
  expect(run(project, "npx", "card-issuing-conformance", "explain", "register.replaces")).toContain(
    "suites/webhook/register/requirements.js",
  );

  install(project, "vitest@5", "msw@2");
  const own = join(project, "node_modules/card-issuing-conformance");
  run(project, "npx", "vitest", "run", "--config", join(own, "dist/config/conformance.config.js"));
  expect(readResult(out).checks.length).toBeGreaterThan(50);

  const help = run(project, join(project, "node_modules/.bin/card-issuing-conformance"), "replay", "--help");
  expect(help).toContain(
    "\n  npx --no-install card-issuing-conformance replay capsule.json --profile ./sandbox.yaml\n",
  );
  run(project, "npx", "card-issuing-conformance", "init", "staging");
  const [, schema = ""] = /\$schema=(\S+)/.exec(readFileSync(join(project, "staging.yaml"), "utf8")) ?? [];
  expect(schema).toMatch(/^\.\/node_modules\//);
  const exported = ["conformance", "profile", "waivers"].map(
    (name) => `card-issuing-conformance/${name}.schema.json`,
  );
  const require = createRequire(join(project, "index.js"));
  expect(exported.map((name): unknown => require(name))).toHaveLength(3);
  expect(require.resolve("card-issuing-conformance/profile.schema.json")).toBe(
    realpathSync(join(project, schema)),
  );

  writeFileSync(
    join(project, "handlers.mjs"),
    `import { referenceHandlers } from "card-issuing-conformance/reference";
     import { setupServer } from "msw/node";
     setupServer(...referenceHandlers({ merchants: [{ name: "a", apiKey: "key" }] })).listen();
     const headers = { "X-API-Key": "key" };
     const answer = await fetch("https://issuer.example/abc/v1/webhook/query", { method: "POST", headers });
     console.log((await answer.json()).code); // nothing is registered`,
  );
  expect(run(project, "node", "handlers.mjs")).toBe("40401\n");
  const settings = ["--noEmit", "--strict", "--skipLibCheck", "--module", "nodenext", "--target", "es2024"];
  const withKey = (file: string, key: string) => {
    const call = `referenceHandlers({ merchants: [{ name: "a", apiKey: ${key} }] });`;
    const code = `import { referenceHandlers } from "card-issuing-conformance/reference";\n${call}`;
    writeFileSync(join(project, file), code);
    return () => run(project, "tsc", ...settings, file);
  };
  expect(withKey("text.mts", '"key"')()).toBe("");
  expect(withKey("number.mts", "1")).toThrow("'number' is not assignable to type 'string'");
});

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
  const required = Object.entries(packages).filter(([path, { dev }]) => path !== "" && dev !== true);
  const others = required.filter(([, { license = "none" }]) => !FREE_LICENCES.has(license));
  expect(required.length).toBeGreaterThan(20);
  expect(others).toEqual([]);
});

test("the step of the container file installs the command", () => {
  const text = readFileSync(join(packageRoot, ".github/examples/Containerfile"), "utf8");
  const { name, version } = suiteIdentity();
  expect(text).toContain(`COPY ${name}-${version}.tgz ./\n`);
  const [, step = ""] = /^RUN (.*)$/m.exec(text) ?? [];
  const [image, prefix] = [temporaryFolder(), temporaryFolder()];
  const tarball = `${name}-${version}.tgz`;
  copyFileSync(join(folder, tarball), join(image, tarball));
  run(image, "env", `npm_config_prefix=${prefix}`, "bash", "-e", "-c", step);
  expect(existsSync(join(image, tarball))).toBe(false);
  const [, command = ""] = /^ENTRYPOINT \["(.*)"\]$/m.exec(text) ?? [];
  expect(run(prefix, join(prefix, "bin", command), "--version").trim()).toBe(version);
}, 120_000);
