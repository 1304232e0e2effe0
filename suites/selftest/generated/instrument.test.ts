import { stripTypeScriptTypes } from "node:module";
import { expect, test } from "vitest";
import { instrument } from "./instrument.ts";
import { mutationsOf } from "./mutations.ts";

const SOURCE = `
export function judge(text: string, most = 4): string | undefined {
  if (!/^a+$/i.test(text)) throw new Error("no letters a");
  for (const unit of [text]) if (unit.length > most) return \`\${unit.length} of \${most}\`;
  const { length } = text as { readonly length: number };
  return text?.trim().length === length ? undefined : "blank";
}`;
const mutations = mutationsOf("judge.ts", SOURCE);

/** The result of the function for a text while one of the mutations is active. */
async function resultOf(active: number | undefined, text: string): Promise<unknown> {
  const numbered = mutations.map((mutation, number) => [number, mutation] as const);
  const switches = `data:text/javascript,export const isActive = (number) => number === ${active}`;
  const code = stripTypeScriptTypes(instrument(SOURCE, numbered, switches));
  const loaded: { judge(text: string): unknown } = await import(
    `data:text/javascript,${encodeURIComponent(code)}`
  );
  try {
    return loaded.judge(text);
  } catch (error) {
    return String(error);
  }
}

test.for([
  ["aaa", undefined],
  ["aaaaa", "5 of 4"],
  ["bb", "Error: no letters a"],
])("without a mutation everything is as it was: %s", async ([text = "", expected]) => {
  expect(await resultOf(undefined, text)).toBe(expected);
});

test.for([
  ["condition", "unit.length > most", "true", "aaa", "3 of 4"],
  ["comparison", "unit.length > most", "(unit.length) >= (most)", "aaaa", "4 of 4"],
  ["statement", 'throw new Error("no letters a");', "nothing", "bb", undefined],
  ["pattern", "/^a+$/i", "/^a+/i", "ab", undefined],
  ["number", "4", "3", "aaaa", "4 of 3"],
  ["result", "`${unit.length} of ${most}`", "undefined", "aaaaa", undefined],
  ["body", "body", "nothing", "bb", undefined],
] as const)("%s: %s → %s", async ([operator, from, to, text, expected]) => {
  const number = mutations.findIndex(
    (one) => one.operator === operator && one.from === from && one.to === to,
  );
  expect(number).toBeGreaterThanOrEqual(0);
  expect(await resultOf(number, text)).toBe(expected);
});
