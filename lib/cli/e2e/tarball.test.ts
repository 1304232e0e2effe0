import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, realpathSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { expect, test } from "vitest";
import { packageRoot } from "../../package/package-root.ts";
import { readResult } from "../testing/run-bin.ts";
import { temporaryFolder } from "../testing/temporary-folder.ts";

/** Without the settings that npm hands down to scripts, and with the Node that runs this test first. */
const env = {
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith("npm_"))),
  PATH: `${join(packageRoot, "node_modules/.bin")}:${process.env["PATH"]}`,
};

/** Packages that a command without checks must not load. */
const HEAVY = /^(vitest|vite|rolldown|typescript|msw|@allurereport)$/;

function run(cwd: string, command: string, ...args: string[]): string {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd, env, encoding: "utf8" });
  if (status === 0) return stdout;
  throw new Error(`Cannot run ${[command, ...args].join(" ")}: exit ${status}\n${stdout}\n${stderr}`);
}

function install(project: string, ...packages: readonly string[]): void {
  run(project, "npm", "install", "--silent", "--no-audit", "--no-fund", ...packages);
}

/** Another project, with a configuration of vitest that throws, and the packed package installed. */
function installed(): string {
  const project = join(temporaryFolder(), "a project with blanks");
  mkdirSync(project);
  writeFileSync(join(project, "package.json"), '{"name":"project","private":true,"type":"module"}');
  writeFileSync(join(project, "vitest.config.ts"), 'throw new Error("this is not for us");');
  run(packageRoot, "npm", "pack", "--silent", "--pack-destination", project);
  const [tarball] = readdirSync(project).filter((file) => file.endsWith(".tgz"));
  install(project, `./${tarball}`);
  return project;
}

test("the packed package judges the reference from another project, without a test runner; in a vitest and beside an msw it works too", () => {
  const project = installed();
  expect(readdirSync(join(project, "node_modules")).filter((name) => HEAVY.test(name))).toEqual([]);
  const text = run(
    project,
    "npx",
    "card-issuing-conformance",
    "run",
    "webhook",
    "--depth",
    "quick",
    "--html",
  );
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
