import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { checkout, documentsIn, runStep, served, stepsIn, storeProfile } from "../testing/pipeline.ts";

/** Gives the profile of a project another address. */
function moveTo(cwd: string, url: string): void {
  const profile = join(cwd, "conformance/sandbox.yaml");
  writeFileSync(profile, readFileSync(profile, "utf8").replace(/baseUrl: .*/, `baseUrl: ${url}`));
}

/**
 * Every shell line of an example in order, as GitHub goes through a job: what comes after a failure runs only when it
 * says so. The exit codes of what ran.
 */
async function job(
  file: string,
  cwd: string,
  env: Readonly<Record<string, string>> = {},
): Promise<(number | null)[]> {
  let code = "";
  const codes: (number | null)[] = [];
  for (const { run, if: condition } of stepsIn(documentsIn(file))) {
    if (codes.some((earlier) => earlier !== 0) && condition !== "always()") continue;
    codes.push(await runStep(cwd, run, { CODE: code, RUN_URL: "https://ci.example/1", ...env }));
    const output = join(cwd, "output.txt");
    if (existsSync(output)) code = /code=(\d+)\s*$/.exec(readFileSync(output, "utf8"))?.[1] ?? "";
  }
  return codes;
}

/** One night; the exit code of its job, of which no step but the last may fail. */
async function night(
  cwd: string,
  env: Readonly<Record<string, string>> = {},
): Promise<number | null | undefined> {
  const codes = await job("examples/nightly.yml", cwd, env);
  expect(codes.slice(0, -1)).toEqual([0, 0, 0]);
  return codes.at(-1);
}

test("nightly: ends as the run ended, reports a change once, and keeps only the history", async () => {
  const cwd = checkout(await served());
  expect(await night(cwd)).toBe(0);
  expect(readdirSync(join(cwd, "results")).toSorted()).toEqual(["before", "last-verdict.txt", "night"]);
  expect(readdirSync(join(cwd, "results/night"))).toEqual(["history.jsonl"]);
  expect(existsSync(join(cwd, "told.txt"))).toBe(false);

  moveTo(cwd, await served("accepts-ftp"));
  expect([await night(cwd), await night(cwd)]).toEqual([1, 1]);
  const told = readFileSync(join(cwd, "told.txt"), "utf8");
  expect(told.match(/conformant-partial → non-conformant/g)).toHaveLength(1);
  expect(readFileSync(join(cwd, "changed.md"), "utf8")).toContain("### Failures");
  expect(readFileSync(join(cwd, "summary.md"), "utf8")).toContain("## sandbox: non-conformant");
  expect(readFileSync(join(cwd, "results/night/history.jsonl"), "utf8").trim().split("\n")).toHaveLength(3);
});

test("nightly: another failure under the same verdict is reported by its id, and so is a mended one", async () => {
  const cwd = checkout(await served("accepts-ftp"));
  expect(await night(cwd)).toBe(1);
  moveTo(cwd, await served("sends-code-as-a-string"));
  expect(await night(cwd)).toBe(1);
  expect(await night(cwd)).toBe(1);
  moveTo(cwd, "http://127.0.0.1:1");
  expect(await night(cwd)).toBe(4);
  moveTo(cwd, await served());
  expect(await night(cwd)).toBe(0);
  const titles = readFileSync(join(cwd, "told.txt"), "utf8")
    .split("\n")
    .filter((line) => line.startsWith("Card"));
  expect(titles).toEqual([
    "Card issuing sandbox: no run yet → non-conformant",
    "Card issuing sandbox: still non-conformant; new: envelope.code-integer; mended: callback-url.https-only",
    "Card issuing sandbox: non-conformant → unreachable",
    "Card issuing sandbox: unreachable → conformant-partial",
  ]);
});

test("nightly: a profile that cannot be read is no silent night", async () => {
  const cwd = checkout("not a URL");
  expect(await night(cwd)).toBe(2);
  expect(readFileSync(join(cwd, "told.txt"), "utf8")).toContain("could not run (exit 2)");
  moveTo(cwd, await served());
  expect(await night(cwd)).toBe(0);
});

test.each([137])("nightly: a command that ends with %i and writes nothing is reported once", async (code) => {
  const cwd = checkout("https://sandbox.example", `exit ${code}`);
  expect([await night(cwd), await night(cwd)]).toEqual([code, code]);
  const told = readFileSync(join(cwd, "told.txt"), "utf8");
  expect(told.match(new RegExp(`no run yet → could not run \\(exit ${code}\\)`, "g"))).toHaveLength(1);
  expect(readFileSync(join(cwd, "results/last-verdict.txt"), "utf8")).toBe(`could not run (exit ${code})\n`);
});

const NOTICES = {
  SLACK_WEBHOOK_URL: "https://hooks.slack.example/T0/B0",
  SMTP_URL: "smtps://mail.example:465",
  MAIL_FROM: "ci@example.org",
  MAIL_TO: "team@example.org",
};

test("nightly: a change is reported in Slack and by mail, if they are set", async () => {
  const cwd = checkout(await served("accepts-ftp"));
  const curl = join(cwd, "bin/curl");
  writeFileSync(curl, `#!/bin/bash\nprintf '%s\\n' "$@" >> "${cwd}/sent.txt"; cat >> "${cwd}/sent.txt"\n`);
  chmodSync(curl, 0o755);
  expect(await night(cwd, NOTICES)).toBe(1);
  const sent = readFileSync(join(cwd, "sent.txt"), "utf8");
  const title = "Card issuing sandbox: no run yet → non-conformant";
  expect(sent).toContain(`{\n  "text": "${title} https://ci.example/1"\n}`);
  expect(sent).toContain(`--data\n@-\n${NOTICES.SLACK_WEBHOOK_URL}\n`);
  expect(sent).toContain("--mail-from\nci@example.org\n--mail-rcpt\nteam@example.org\n");
  expect(sent).toContain("Subject: Card issuing sandbox: non-conformant\n");
  expect(sent).toContain("### Failures");
});

test("nightly: a report that could not be sent is sent the next night", async () => {
  const cwd = checkout("https://sandbox.example", "exit 1");
  const gh = readFileSync(join(cwd, "bin/gh"), "utf8");
  writeFileSync(join(cwd, "bin/gh"), "#!/bin/bash\nexit 4\n");
  expect(await job("examples/nightly.yml", cwd)).toEqual([0, 4, 0, 1]);
  writeFileSync(join(cwd, "bin/gh"), gh);
  await night(cwd);
  expect(readFileSync(join(cwd, "told.txt"), "utf8")).toContain("no run yet → could not run (exit 1)");
});

test("release gate: a candidate that breaks the contract is stopped, and the summary is shown all the same", async () => {
  const cwd = checkout(await served("accepts-ftp"));
  expect(await job("examples/release-gate.yml", cwd)).toEqual([0, 1]);
  expect(readFileSync(join(cwd, "summary.md"), "utf8")).toContain("## sandbox: non-conformant");
});

test("GitLab: both jobs end as the run ends, and leave the file that GitLab reads", async () => {
  const jobs = stepsIn(documentsIn("examples/gitlab-ci.yml"));
  expect(jobs).toHaveLength(2);
  const cwd = checkout(await served("accepts-ftp"));
  for (const { run } of jobs) {
    expect(await runStep(cwd, run)).toBe(1);
    expect(readFileSync(join(cwd, "results/junit.xml"), "utf8")).toContain('<failure type="inferred"');
    expect(await runStep(checkout("https://sandbox.example", "exit 137"), run)).toBe(137);
  }
  expect(readFileSync(join(cwd, "results/history.jsonl"), "utf8").trim().split("\n")).toHaveLength(2);
});

test("release gate: a packed suite with another digest does not run", async () => {
  const cwd = checkout(await served());
  const other = { SUITE_SHA256: "0".repeat(64) };
  expect(await job("examples/release-gate.yml", cwd, other)).toEqual([0, 1]);
  expect(existsSync(join(cwd, "summary.md"))).toBe(false);
});

const TARGETS = ["sandbox", "staging"];

/** A project with a good sandbox, and staging with a fault. In a container, the command is in the PATH. */
async function projectOfTwo(): Promise<string> {
  const cwd = checkout(await served());
  storeProfile(join(cwd, "conformance/staging.yaml"), "staging", await served("accepts-ftp"));
  const call = `exec npx --yes --package "$SUITE" card-issuing-conformance "$@"`;
  writeFileSync(join(cwd, "bin/card-issuing-conformance"), `#!/bin/bash\n${call}\n`, { mode: 0o755 });
  mkdirSync(join(cwd, "results"));
  symlinkSync(join(cwd, "conformance"), join(cwd, "profiles"));
  return cwd;
}

test.each(["many-targets.yml", "gitlab-many-targets.yml", "kubernetes.yml"])(
  "%s: each target has its job, and the last job shows all of them",
  async (file) => {
    const cwd = await projectOfTwo();
    const places = { PROFILES: join(cwd, "profiles"), RESULTS: join(cwd, "results") };
    const [check, show] = stepsIn(documentsIn(`examples/${file}`));
    const codes: (number | null)[] = [];
    for (const [at, TARGET] of TARGETS.entries()) {
      const given = { ...check?.env, ...places, TARGET, JOB_COMPLETION_INDEX: String(at) };
      codes.push(await runStep(cwd, check?.run ?? "exit 99", given));
      expect(existsSync(join(cwd, "results", TARGET, "junit.xml"))).toBe(true);
    }
    expect(codes).toEqual([0, 1]);
    const board = async () => {
      expect(await runStep(cwd, show?.run ?? "exit 99", { ...show?.env, ...places })).toBe(0);
      return readFileSync(join(cwd, "results/board.html"), "utf8");
    };
    const page = await board();
    expect(page).toContain("2 targets, 1 non-conformant, 1 conformant-partial</title>");
    const links = [...page.matchAll(/href="([^#"]+report\.html)"/g)].map(([, link = ""]) => link);
    expect(new Set(links)).toEqual(new Set(["staging/report.html", "sandbox/report.html"]));
    rmSync(join(cwd, "results/sandbox"), { recursive: true });
    expect(await board()).toContain("there is no such file or folder");
  },
);

test("a target that fails stops no other one, and the board is shown in any case", () => {
  const [github] = documentsIn("examples/many-targets.yml");
  expect(github).toMatchObject({
    jobs: {
      judge: { strategy: { "fail-fast": false, matrix: { target: TARGETS } } },
      board: { needs: "judge", if: "always()" },
    },
  });
  const [gitlab] = documentsIn("examples/gitlab-many-targets.yml");
  expect(gitlab).toMatchObject({
    stages: ["judge", "board"],
    "contract-targets": {
      parallel: { matrix: [{ TARGET: TARGETS }] },
      artifacts: { when: "always", reports: { junit: "results/$TARGET/junit.xml" } },
    },
    "contract-board": { rules: [{ when: "always" }] },
  });
  const [kubernetes] = documentsIn("examples/kubernetes.yml");
  const { length } = TARGETS;
  const spec = { completionMode: "Indexed", completions: length, backoffLimitPerIndex: 0 };
  expect(kubernetes).toMatchObject({
    spec: { jobTemplate: { spec: { ...spec, maxFailedIndexes: length } } },
  });
  expect(stepsIn(kubernetes)[0]?.env["TARGETS"]).toBe(TARGETS.join(" "));
});
