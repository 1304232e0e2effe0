import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, realpathSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { expect, test } from "vitest";
import { packageRoot } from "../package-root.ts";
import { readResult } from "./testing/run-bin.ts";
import { temporaryFolder } from "./testing/temporary-folder.ts";

/** Without the settings that npm hands down to scripts, and with the Node that runs this test first. */
const env = {
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith("npm_"))),
  PATH: `${join(packageRoot, "node_modules/.bin")}:${process.env["PATH"]}`,
};

function run(cwd: string, command: string, ...args: string[]): string {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd, env, encoding: "utf8" });
  if (status === 0) return stdout;
  throw new Error(`Cannot run ${[command, ...args].join(" ")}: exit ${status}\n${stdout}\n${stderr}`);
}

/** Another project, with the packed package installed beside an older vitest and a configuration that throws. */
function installed(): string {
  const project = join(temporaryFolder(), "a project with blanks");
  mkdirSync(project);
  writeFileSync(join(project, "package.json"), '{"name":"project","private":true,"type":"module"}');
  writeFileSync(join(project, "vitest.config.ts"), 'throw new Error("this is not for us");');
  run(packageRoot, "npm", "pack", "--silent", "--pack-destination", project);
  const [tarball] = readdirSync(project).filter((file) => file.endsWith(".tgz"));
  run(project, "npm", "install", "--silent", "--no-audit", "--no-fund", "vitest@3", `./${tarball}`);
  return project;
}

test("the packed package judges the reference from another project that has another vitest", () => {
  const project = installed();
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
  expect(text).toContain("Verdict   conformant (exit 0)");
  const out = join(project, "reports/latest");
  expect(readResult(out)).toMatchObject({ verdict: "conformant" });
  expect(readdirSync(out)).toEqual(expect.arrayContaining(["allure-results", "report.html", "junit.xml"]));
  expect(run(project, "npx", "card-issuing-conformance", "explain", "register.replaces")).toContain(
    "suites/webhook/register/requirements.js",
  );
  expect(run(project, "npx", "vitest", "--version")).toContain("vitest/3.");

  const own = join(project, "node_modules/card-issuing-conformance");
  const vitest = join(own, "node_modules/vitest/vitest.mjs");
  run(project, "node", vitest, "run", "--config", join(own, "dist/config/conformance.config.js"));
  expect(readResult(out).checks.length).toBeGreaterThan(50);

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
     console.log(referenceHandlers({ merchants: [{ name: "a", apiKey: "key" }] }).length > 0);`,
  );
  expect(run(project, "node", "handlers.mjs")).toBe("true\n");
});
