import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { packageRoot } from "../../lib/package/package-root.ts";

function checkSubjects(...subjects: readonly string[]) {
  const script = join(packageRoot, ".ci/check-subjects.js");
  const { status, stderr } = spawnSync(process.execPath, [script], {
    input: subjects.map((subject) => `${subject}\n`).join(""),
    encoding: "utf8",
  });
  return { status, problems: stderr.split("\n").filter((line) => line.startsWith(`"`)) };
}

const LONGEST = `Add ${"x".repeat(68)}`;

test("plain imperative subjects of at most 72 characters pass", () => {
  expect(
    checkSubjects(
      "Read the file",
      "Process events",
      "Need a token",
      "Bring tokens",
      "Re-open files",
      LONGEST,
    ),
  ).toEqual({ status: 0, problems: [] });
});

// These subjects break the rules on purpose.
test.each([
  [`${LONGEST}x`, "has 73 characters, the limit is 72"],
  ["Added a check", "must begin with a capitalized imperative verb, such as Add"],
  ["Adding a check", "must begin with a capitalized imperative verb, such as Add"],
  ["Adds a check", "must begin with a capitalized imperative verb, such as Add"],
  ["add a check", "must begin with a capitalized imperative verb, such as Add"],
  ["fix: a check", "must begin with a capitalized imperative verb, such as Add"],
  ["Accuse nobody of a lag", String.raw`contains a forbidden phrase: \b(?:nobody|anybody|somebody)\b`],
  ["Skip rows that do not bind", String.raw`contains a forbidden phrase: \b(?:does|do) not bind\b`],
])("the subject is rejected: %s", (subject, problem) => {
  expect(checkSubjects("Read the file", subject)).toEqual({
    status: 1,
    problems: [`"${subject}": ${problem}`],
  });
});

test("each problem of a subject is reported", () => {
  // The subjects contain a forbidden word on purpose.
  expect(checkSubjects(`nobody ${LONGEST}`, "Adds a check").problems).toHaveLength(4);
});

test("the workflow of pull requests checks the subjects of their commits", () => {
  const workflow = readFileSync(join(packageRoot, ".github/workflows/ci.yml"), "utf8");
  expect(workflow).toContain(`git log --no-merges --format=%s "$BASE..$HEAD" | node .ci/check-subjects.js`);
});
