import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse, parseAllDocuments } from "yaml";
import { z } from "zod";
import { checkout, example, runStep, served, storeProfile } from "../testing/pipeline.ts";

const TITLE = "<title>Conformance board: 2 targets, 1 non-conformant, 1 conformant-partial</title>";

const github = z.object({
  jobs: z.object({
    judge: z.object({
      strategy: z.object({
        "fail-fast": z.literal(false),
        matrix: z.object({ target: z.array(z.string()) }),
      }),
      steps: z.array(z.object({ run: z.string().optional() })),
    }),
    board: z.object({
      needs: z.literal("judge"),
      if: z.literal("always()"),
      steps: z.array(z.object({ run: z.string().optional() })),
    }),
  }),
});

const gitlab = z.object({
  stages: z.tuple([z.literal("judge"), z.literal("board")]),
  "contract-targets": z.object({
    parallel: z.object({ matrix: z.tuple([z.object({ TARGET: z.array(z.string()) })]) }),
    script: z.array(z.string()),
    artifacts: z.object({ when: z.literal("always"), reports: z.object({ junit: z.string() }) }),
  }),
  "contract-board": z.object({
    rules: z.tuple([z.object({ when: z.literal("always") })]),
    script: z.array(z.string()),
  }),
});

const cronJob = z.object({
  spec: z.object({
    jobTemplate: z.object({
      spec: z.object({
        completionMode: z.string().optional(),
        completions: z.number().optional(),
        backoffLimitPerIndex: z.number().optional(),
        maxFailedIndexes: z.number().optional(),
        template: z.object({
          spec: z.object({
            containers: z.tuple([
              z.object({
                image: z.string(),
                command: z.array(z.string()),
                args: z.tuple([z.string()]),
                env: z.array(z.object({ name: z.string(), value: z.string() })),
              }),
            ]),
          }),
        }),
      }),
    }),
  }),
});

/** A project with a good sandbox, and staging with a fault. */
async function project(): Promise<string> {
  const cwd = checkout(await served());
  storeProfile(join(cwd, "conformance/staging.yaml"), "staging", await served("accepts-ftp"));
  return cwd;
}

function boardOf(cwd: string): string {
  return readFileSync(join(cwd, "results/board.html"), "utf8");
}

/** The links of a page to reports that exist. */
function reportsOf(cwd: string): string[] {
  const links = [...boardOf(cwd).matchAll(/href="([^#"]+report\.html)"/g)].map(([, link = ""]) => link);
  return [...new Set(links)].filter((link) => existsSync(join(cwd, "results", link)));
}

test("GitHub: each target has its job, and the last job shows all of them", async () => {
  const { judge, board } = github.parse(parse(example("many-targets.yml"))).jobs;
  const [run = ""] = judge.steps.flatMap((step) => step.run ?? []);
  const [show = ""] = board.steps.flatMap((step) => step.run ?? []);
  const cwd = await project();
  const codes: (number | null)[] = [];
  for (const TARGET of judge.strategy.matrix.target) codes.push(await runStep(cwd, run, { TARGET }));
  expect(codes).toEqual([0, 1]);
  expect(await runStep(cwd, show)).toBe(0);
  expect(boardOf(cwd)).toContain(TITLE);
  expect(reportsOf(cwd)).toEqual(["staging/report.html", "sandbox/report.html"]);
  rmSync(join(cwd, "results/sandbox"), { recursive: true });
  expect(await runStep(cwd, show)).toBe(0);
  expect(boardOf(cwd)).toContain("results/sandbox</code> there is no such file or folder");
});

test("GitLab: each target has its job, and the last job shows all of them", async () => {
  const jobs = gitlab.parse(parse(example("gitlab-many-targets.yml")));
  const { parallel, script, artifacts } = jobs["contract-targets"];
  const cwd = await project();
  const codes: (number | null)[] = [];
  for (const TARGET of parallel.matrix[0].TARGET) {
    codes.push(await runStep(cwd, script.join("\n"), { TARGET }));
    expect(existsSync(join(cwd, artifacts.reports.junit.replace("$TARGET", TARGET)))).toBe(true);
  }
  expect(codes).toEqual([0, 1]);
  expect(await runStep(cwd, jobs["contract-board"].script.join("\n"))).toBe(0);
  expect(boardOf(cwd)).toContain(TITLE);
});

/** Puts the command of the image into the PATH of a project, and returns the project. */
async function cluster(): Promise<string> {
  const cwd = await project();
  const command = join(cwd, "bin/card-issuing-conformance");
  const call = `exec npx --yes --package "$SUITE" card-issuing-conformance "$@"`;
  writeFileSync(command, `#!/bin/bash\n${call}\n`);
  chmodSync(command, 0o755);
  mkdirSync(join(cwd, "results"));
  symlinkSync(join(cwd, "conformance"), join(cwd, "profiles"));
  return cwd;
}

test("Kubernetes: each index runs one target, and the later job shows all of them", async () => {
  const documents = parseAllDocuments(example("kubernetes.yml")).map((one): unknown => one.toJS());
  const [runs, board] = z
    .tuple([cronJob, cronJob])
    .parse(documents)
    .map(({ spec }) => spec.jobTemplate.spec);
  const cwd = await cluster();
  const start = async (job: typeof runs, more: Readonly<Record<string, string>> = {}) => {
    const container = job?.template.spec.containers[0];
    const env = Object.fromEntries((container?.env ?? []).map(({ name, value }) => [name, value]));
    const places = { PROFILES: join(cwd, "profiles"), RESULTS: join(cwd, "results") };
    return runStep(cwd, container?.args[0] ?? "exit 99", { ...env, ...places, ...more });
  };
  const targets = runs?.template.spec.containers[0].env
    .find(({ name }) => name === "TARGETS")
    ?.value.split(" ");
  expect(runs).toMatchObject({
    completionMode: "Indexed",
    completions: targets?.length,
    backoffLimitPerIndex: 0,
    maxFailedIndexes: targets?.length,
  });
  const codes = [
    await start(runs, { JOB_COMPLETION_INDEX: "0" }),
    await start(runs, { JOB_COMPLETION_INDEX: "1" }),
  ];
  expect(codes).toEqual([0, 1]);
  expect(await start(board)).toBe(0);
  expect(boardOf(cwd)).toContain(TITLE);
  expect(reportsOf(cwd)).toHaveLength(2);
});
