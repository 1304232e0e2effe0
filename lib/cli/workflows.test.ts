import { spawn } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { parse } from "yaml";
import { z } from "zod";
import { packageRoot } from "./package-root.ts";
import { createReference } from "../reference/reference.ts";
import { conformantRules } from "../reference/rules/rules.ts";
import { serveReference } from "../reference/serve-reference.ts";
import { findMutant } from "./serve/find-mutant.ts";
import { temporaryFolder } from "./testing/temporary-folder.ts";

const workflow = z.object({
  name: z.string(),
  on: z.unknown(),
  jobs: z.record(
    z.string(),
    z.object({
      steps: z.array(
        z.object({
          name: z.string().optional(),
          run: z.string().optional(),
          env: z.record(z.string(), z.string()).optional(),
        }),
      ),
    }),
  ),
});

/** The shell lines of an example, step by step. */
function stepsOf(file: string) {
  const { jobs } = workflow.parse(parse(readFileSync(join(packageRoot, ".github", file), "utf8")));
  return Object.values(jobs).flatMap(({ steps }) => steps);
}

/** A checkout of somebody who copied the examples: npx is this package, gh notes what it is told. */
function checkout(profile: string, baseUrl: string): string {
  const cwd = temporaryFolder();
  mkdirSync(join(cwd, "bin"));
  mkdirSync(join(cwd, "conformance"));
  const script = (name: string, text: string) => {
    writeFileSync(join(cwd, "bin", name), `#!/bin/bash\n${text}\n`);
    chmodSync(join(cwd, "bin", name), 0o755);
  };
  script(
    "npx",
    `shift 2; exec "${process.execPath}" "${join(packageRoot, "lib/cli/bin.js")}" "$@" versioning callback-url.https`,
  );
  script("gh", `printf '%s\\n' "$@" >> "${join(cwd, "told.txt")}"`);
  writeFileSync(
    join(cwd, "conformance", profile),
    `name: sandbox\nbaseUrl: ${baseUrl}\nauth: { mode: api-key }\nmerchants: [{ name: alpha, apiKey: key-of-alpha }]\nlimits: { requestsPerSecond: 5000 }\n`,
  );
  return cwd;
}

/** Runs a step as GitHub does; its exit code. */
async function runStep(cwd: string, step: string, env: Readonly<Record<string, string>> = {}) {
  const child = spawn("bash", ["--noprofile", "--norc", "-eo", "pipefail", "-c", step], {
    cwd,
    stdio: "ignore",
    env: {
      PATH: `${join(cwd, "bin")}:${process.env["PATH"]}`,
      HOME: cwd,
      GITHUB_OUTPUT: join(cwd, "output.txt"),
      GITHUB_STEP_SUMMARY: join(cwd, "summary.md"),
      GITHUB_RUN_NUMBER: "7",
      ...env,
    },
  });
  return new Promise<number | null>((resolve) => child.once("close", resolve));
}

async function served(mutant?: string): Promise<string> {
  const rules = mutant === undefined ? conformantRules : findMutant(mutant).apply(conformantRules);
  const reference = createReference({ merchants: [{ name: "alpha", apiKey: "key-of-alpha" }], rules });
  const server = await serveReference(reference);
  onTestFinished(async () => server.close());
  return server.url;
}

/** One night: every shell line in order, with what GitHub hands from step to step. */
async function night(cwd: string): Promise<number | null> {
  let code = "";
  let last: number | null = null;
  for (const { run } of stepsOf("examples/nightly.yml")) {
    if (run === undefined) continue;
    last = await runStep(cwd, run, { CODE: code, RUN_URL: "https://ci.example/1" });
    code = /code=(\d+)\s*$/.exec(readFileSync(join(cwd, "output.txt"), "utf8"))?.[1] ?? "";
  }
  return last;
}

test("nightly: ends as the run ended, tells of a change once, and keeps only the history", async () => {
  const cwd = checkout("sandbox.yaml", await served());
  expect(await night(cwd)).toBe(0);
  expect(readdirSync(join(cwd, "results")).toSorted()).toEqual(["last-verdict.txt", "night"]);
  expect(readdirSync(join(cwd, "results/night"))).toEqual(["history.jsonl"]);
  expect(existsSync(join(cwd, "told.txt"))).toBe(false);

  const profile = join(cwd, "conformance/sandbox.yaml");
  writeFileSync(
    profile,
    readFileSync(profile, "utf8").replace(/baseUrl: .*/, `baseUrl: ${await served("accepts-ftp")}`),
  );
  expect([await night(cwd), await night(cwd)]).toEqual([1, 1]);
  expect(readFileSync(join(cwd, "told.txt"), "utf8").match(/conformant → non-conformant/g)).toHaveLength(1);
  expect(readFileSync(join(cwd, "changed.md"), "utf8")).toContain("### Failures");
  expect(readFileSync(join(cwd, "summary.md"), "utf8")).toContain("## sandbox: non-conformant");
  expect(readFileSync(join(cwd, "results/night/history.jsonl"), "utf8").trim().split("\n")).toHaveLength(3);
});

test("nightly: a profile that cannot be read is no silent night", async () => {
  const cwd = checkout("sandbox.yaml", "not a URL");
  expect(await night(cwd)).toBe(2);
  expect(readFileSync(join(cwd, "told.txt"), "utf8")).toContain("no run (exit 2)");
  const profile = join(cwd, "conformance/sandbox.yaml");
  writeFileSync(profile, readFileSync(profile, "utf8").replace("not a URL", await served()));
  expect(await night(cwd)).toBe(0);
});

test("release gate: a candidate that breaks the contract is stopped, and the summary is shown all the same", async () => {
  const cwd = checkout("candidate.yaml", await served("accepts-ftp"));
  const steps = stepsOf("examples/release-gate.yml");
  const named = (name: string) => steps.find((step) => step.name === name)?.run ?? "exit 99";
  expect(await runStep(cwd, named("Judge"))).toBe(1);
  expect(await runStep(cwd, named("Show"))).toBe(0);
  expect(readFileSync(join(cwd, "summary.md"), "utf8")).toContain("## sandbox: non-conformant");
});

test("this repository's own workflow runs scripts that there are", () => {
  const { scripts } = z
    .object({ scripts: z.record(z.string(), z.string()) })
    .parse(JSON.parse(readFileSync(join(packageRoot, "package.json"), "utf8")));
  const lines = stepsOf("workflows/ci.yml").flatMap(({ run }) => run ?? []);
  const called = lines.flatMap((line) => /^npm (?:run )?(start|test)\b/.exec(line)?.[1] ?? []);
  expect(called).toEqual(["test", "start"]);
  for (const name of called) expect(scripts).toHaveProperty(name);
});
