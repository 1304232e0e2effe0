import { expect, test } from "vitest";
import { rowOf, saidOf } from "./said-of.ts";
import { sound, unsound, type Validator } from "./validators.ts";

const rows: string[] = [];

async function accusations(name: string, validator: Validator): Promise<string[]> {
  const said = await saidOf(validator);
  rows.push(rowOf(name, said));
  return said.filter((line) => !line.startsWith("warned "));
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
  expect(await saidOf(sound["new URL, stored as given"], { depth: "quick" })).toEqual([
    "warned callback-url.rfc-3986",
  ]);
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
