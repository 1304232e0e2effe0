import { basename, dirname } from "node:path";
import { expect, test } from "vitest";
import type { Position } from "../../profile/fields/profile-error.ts";
import { GithubLog } from "../run/github-log.ts";
import { githubAnnotations } from "./github-annotations.ts";
import { exampleCheck, exampleJudgements, exampleResult, resultOf } from "../testing/example-result.ts";

test("every annotation is one line, with its title, whatever a target answers", () => {
  const lines = githubAnnotations(exampleResult());
  expect(lines[1]).toMatch(
    /^::error title=register\.stores failed \(stated%2C §1%2C §2\.1%2C §3\.2\)::After an accepted register.*%0Aexpected: the URL as given%0Aactual: x"<script>/,
  );
  for (const line of lines) expect(line).toMatch(/^::(?:error|warning) title=[^:,]*::[^\n\r]*$/);
});

test("a failure and a defect are errors, a warning is a warning, and a run without judgement is an error", () => {
  const lines = githubAnnotations(exampleResult());
  const kinds = lines.map((line) => line.replace(/^::(\w+) title=([\w.-]+).*/s, "$1 $2"));
  expect(kinds).toEqual(
    [
      "error Conformance%3A",
      "error register.stores",
      "error disable.succeeds",
      "warning envelope.complete",
    ].map((kind) => kind.replace("%3A", "")),
  );
});

test("of each kind there are ten at most, the last of which counts the others", () => {
  const verdicts = ["failed", "warned"] as const;
  const checks = verdicts.flatMap((verdict) =>
    Array.from({ length: 15 }, (_, at) => ({
      ...exampleCheck("register.accepts"),
      requirement: `register.number-${at}`,
      verdict,
    })),
  );
  const lines = githubAnnotations({ ...exampleResult(), checks });
  const kinds = Object.groupBy(lines, (line) => line.split(" ")[0] ?? "");
  expect(kinds["::error"]).toHaveLength(10);
  expect(kinds["::error"]?.at(-1)).toMatch(/^::error title=Conformance::and 7 more; /);
  expect(kinds["::warning"]).toHaveLength(10);
  expect(kinds["::warning"]?.at(-1)).toMatch(/^::warning title=Conformance::and 6 more; /);
});

test("a stale waiver is annotated in its file", () => {
  const at = { file: "waivers, ours.yaml", line: 7, column: 3 };
  expect(githubAnnotations(withStaleWaiver(at))).toContainEqual(
    expect.stringMatching(
      /^::error file=waivers%2C ours\.yaml,line=7::waivers, ours\.yaml:7: register\.accepts passes/,
    ),
  );
});

test.each([
  ["/srv/checkout/conf/w.yaml", "/srv/checkout", "conf/w.yaml"],
  ["w.yaml", dirname(process.cwd()), `${basename(process.cwd())}/w.yaml`],
  ["/etc/w.yaml", "/srv/checkout", "/etc/w.yaml"],
])("the file %s is annotated below the checkout %s as %s", (file, workspace, shown) => {
  const result = withStaleWaiver({ file, line: 7, column: 3 });
  expect(githubAnnotations(result, workspace)).toContainEqual(
    expect.stringContaining(`::error file=${shown},line=7::${shown}:7: register.accepts passes`),
  );
});

function withStaleWaiver(at: Position) {
  const waiver = {
    requirement: "register.accepts" as const,
    reason: "r",
    owner: "o",
    expires: "2999-01-01",
    at,
  };
  return resultOf([], { ending: { judgements: exampleJudgements() }, terms: { waivers: [waiver] } });
}

test("a printed line in between is not a command", () => {
  const written: string[] = [];
  const log = new GithubLog({ write: (text) => written.push(text) });
  log.begin();
  written.push("::add-mask::text of a target\n");
  log.end(exampleResult());
  const [stop, , resume] = written.join("").split("\n");
  const token = /^::stop-commands::(\S{36})$/.exec(stop ?? "")?.[1];
  expect(resume).toBe(`::${token}::`);
});
