import { execFileSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { validate } from "dockerfile-utils";
import { expect, test } from "vitest";
import { packageRoot, suiteIdentity } from "../../package/package-root.ts";
import { checkout, documentsIn, runStep, served, stepsIn } from "../testing/pipeline.ts";
import { temporaryFolder } from "../testing/temporary-folder.ts";

const ACTION = "actions/conformance/action.yml";
const OPTIONS = "versioning\ncallback-url.https\n\n--label\ntwo words";

function read(path: string): string {
  return readFileSync(join(packageRoot, ".github", path), "utf8");
}

/** Puts the values that GitHub knows into an expression such as `${{ inputs.profile }}`. */
function filledIn(text: string, values: Readonly<Record<string, string>>): string {
  return text.replaceAll(/\$\{\{ ([\w.-]+) \}\}/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`Cannot fill in ${name}`);
    return value;
  });
}

/** Goes through the steps of the action, as GitHub does, and returns their exit codes and the outputs. */
async function runAction(cwd: string, profile: string, options = OPTIONS) {
  const codes: (number | null)[] = [];
  const outputs = join(cwd, "output.txt");
  rmSync(outputs, { force: true });
  for (const { run, env } of stepsIn(documentsIn(ACTION))) {
    if (codes.some((code) => code !== 0)) continue;
    const written = existsSync(outputs) ? readFileSync(outputs, "utf8") : "";
    const values = {
      "github.action_path": join(packageRoot, ".github/actions/conformance"),
      "inputs.profile": profile,
      "inputs.depth": "quick",
      "inputs.options": options,
      "inputs.results": "results of a run",
      "steps.judge.outputs.exit-code": /^exit-code=(\d+)$/m.exec(written)?.[1] ?? "",
    };
    const given = Object.entries(env).map(([name, text]) => [name, filledIn(text, values)] as const);
    codes.push(await runStep(cwd, run, Object.fromEntries(given)));
  }
  return { codes, outputs: readFileSync(outputs, "utf8").trim().split("\n") };
}

test("the action lets a conformant target through, and names verdict and exit code", async () => {
  const cwd = checkout(await served());
  const { codes, outputs } = await runAction(cwd, "conformance/sandbox.yaml");
  expect(codes).toEqual([0, 0, 0]);
  expect(outputs).toEqual(["exit-code=0", "verdict=conformant-partial"]);
  expect(readFileSync(join(cwd, "summary.md"), "utf8")).toContain("## sandbox: conformant");
  expect(readFileSync(join(cwd, "results of a run/conformance.json"), "utf8")).toContain('"two words"');
});

test("the action names no verdict of an earlier run, and takes no command out of an input", async () => {
  const cwd = checkout(await served());
  await runAction(cwd, "conformance/sandbox.yaml");
  const { codes, outputs } = await runAction(cwd, '"; touch "$HOME/harmed"; "$(touch harmed)');
  expect(codes).toEqual([0, 0, 2]);
  expect(outputs).toEqual(["exit-code=2", "verdict="]);
  expect(existsSync(join(cwd, "harmed"))).toBe(false);
});

test("inputs reach the lines of the action by variables only", () => {
  expect(stepsIn(documentsIn(ACTION)).filter(({ run }) => run.includes("${{"))).toEqual([]);
});

test("the GitLab component ends as the run ends, and leaves the file that GitLab reads", async () => {
  const [, job] = documentsIn("examples/gitlab-component.yml");
  const { variables } = Object(job)["card-issuing-conformance"];
  expect(Object.values(variables).every((value) => /^\$\[\[ inputs\.\w+ \]\]$/.test(String(value)))).toBe(
    true,
  );
  const cwd = checkout(await served("accepts-ftp"));
  const inputs = { PROFILE: "conformance/sandbox.yaml", DEPTH: "quick" };
  expect(await runStep(cwd, stepsIn(job)[0]?.run ?? "", inputs)).toBe(1);
  expect(readFileSync(join(cwd, "results/junit.xml"), "utf8")).toContain("<failure");
});

test("the container file has no fault that a linter finds", () => {
  expect(validate(read("examples/Containerfile"))).toEqual([]);
});

test("the release workflow publishes with provenance, for the repository that it runs in", async () => {
  const [workflow] = documentsIn("workflows/release.yml");
  const { permissions, steps } = Object(workflow).jobs.publish;
  expect(permissions).toEqual({ contents: "read", "id-token": "write" });
  expect(steps).toContainEqual(
    expect.objectContaining({
      with: expect.objectContaining({ "registry-url": "${{ vars.NPM_REGISTRY }}" }),
    }),
  );
  const { run = "", env = {} } = stepsIn(workflow).at(-1) ?? {};
  expect(env["NODE_AUTH_TOKEN"]).toBe("${{ secrets.NPM_TOKEN }}");
  const cwd = temporaryFolder();
  mkdirSync(join(cwd, "bin"));
  copyFileSync(join(packageRoot, "package.json"), join(cwd, "package.json"));
  const npm = `#!/bin/bash\nif [ "$1" = publish ]; then echo "$*" > published.txt; else exec "$NPM" "$@"; fi\n`;
  writeFileSync(join(cwd, "bin/npm"), npm, { mode: 0o755 });
  const NPM = execFileSync("bash", ["-c", "command -v npm"], { encoding: "utf8" }).trim();
  expect(await runStep(cwd, run, { NPM, REPOSITORY: "https://code.example/issuer/suite" })).toBe(0);
  expect(readFileSync(join(cwd, "published.txt"), "utf8")).toBe("publish --provenance --access public\n");
  expect(JSON.parse(readFileSync(join(cwd, "package.json"), "utf8"))).toMatchObject({
    name: "card-issuing-conformance",
    repository: { type: "git", url: "git+https://code.example/issuer/suite.git" },
  });
});

const SUITE = "SUITE: ./conformance/card-issuing-conformance-";
test.each([
  ["actions/conformance/action.yml", "conformance@v"],
  ["examples/gitlab-component.yml", "card-issuing-conformance"],
  ["examples/Containerfile", "card-issuing-conformance"],
  ["examples/nightly.yml", SUITE],
  ["examples/release-gate.yml", SUITE],
  ["examples/gitlab-ci.yml", SUITE],
  ["examples/many-targets.yml", SUITE],
  ["examples/gitlab-many-targets.yml", SUITE],
  ["examples/kubernetes.yml", "image: card-issuing-conformance:"],
])("%s names the version of this package, and no other", (path, before) => {
  const { name, version } = suiteIdentity();
  const named = new RegExp(`(?:${name}[@:-]|conformance@v)(\\d[\\w.]*?)(?=\\.tgz|\\s|$)`, "gm");
  expect(new Set([...read(path).matchAll(named)].map(([, found]) => found))).toEqual(new Set([version]));
  expect(read(path)).toContain(before);
});
