import { expect, test } from "vitest";
import { idsWith, judgeTarget, type Trial } from "../judge-target.ts";
import { plainService } from "./plain-service.ts";
import { sound, unsound, type Validator } from "./validators.ts";

const VERDICTS = ["failed", "errored", "inconclusive", "warned"] as const;
const rows: string[] = [];

/** What the suite says against a service with this validator. */
async function said(validator: Validator, depth: Trial["depth"] = "standard"): Promise<string[]> {
  const report = await judgeTarget(plainService(validator), { depth });
  return VERDICTS.flatMap((verdict) => idsWith(report, verdict).map((id) => `${verdict} ${id}`));
}

async function accusations(name: string, validator: Validator): Promise<string[]> {
  const all = await said(validator);
  rows.push(
    `| ${name} | ${all.map((line) => line.replace(" ", " `").concat("`")).join(", ") || "nothing"} |`,
  );
  return all.filter((line) => !line.startsWith("warned "));
}

test.for(Object.entries(sound))("a service with %s is not accused", async ([name, validator]) => {
  expect(await accusations(name, validator)).toEqual([]);
});

test.for(Object.entries(unsound))("a service with %s is accused", async ([name, validator]) => {
  expect(await accusations(name, validator)).not.toEqual([]);
});

test("what is said of each", async () => {
  await expect(page(rows)).toMatchFileSnapshot("../../../.github/VALIDATORS.md");
});

test("what only URL parsers repair is seen at quick depth", async () => {
  expect(await said(sound["new URL, stored as given"], "quick")).toEqual(["warned callback-url.rfc-3986"]);
});

function page(table: readonly string[]): string {
  return `# What a validator of URLs does to a callback URL

A small service around each of these validators, judged at depth standard by \`npm run test:selftest\`, which writes this page. A warning fails nobody. \`explain <id>\` says what a requirement asks for. The code of each: [validators.ts](../suites/selftest/real/validators.ts).

<!-- prettier-ignore -->
| validator | what is said |
| --- | --- |
${table.join("\n")}
`;
}
