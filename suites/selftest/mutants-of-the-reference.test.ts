import { expect, test } from "vitest";
import { conformantRules } from "../../lib/reference/rules/rules.ts";
import { transcript, type TranscriptOptions } from "../../lib/reference/testing/transcript.ts";
import { mutants } from "../../lib/cli/mutants.ts";
import { areaOf } from "../../lib/engine/catalogue.ts";

test("names are unique and say what the server does", () => {
  const names = mutants.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  expect(names.filter((name) => !/^[a-z]+(-[a-z\d]+(\.\d+)?)+$/.test(name))).toEqual([]);
});

const conformant = new Map<string, Promise<string[]>>();

/** What the conformant reference answers, asked once for each kind of it. */
async function conformantAnswers(options: Omit<TranscriptOptions, "rules">): Promise<string[]> {
  const kind = JSON.stringify(options);
  const known = conformant.get(kind) ?? Array.fromAsync(transcript({ ...options, rules: conformantRules }));
  conformant.set(kind, known);
  return known;
}

/** The first request that is answered otherwise than by the conformant reference. */
async function firstDifference({ mode, choices, rules }: TranscriptOptions): Promise<number> {
  const expected = await conformantAnswers({ mode, choices });
  let place = 0;
  for await (const line of transcript({ mode, choices, rules })) {
    if (line !== expected[place]) return place;
    place += 1;
  }
  return -1;
}

/** Deliveries show to their receiver alone. */
const answering = mutants.filter(({ breaks }) => areaOf(breaks) !== "delivery");

test.for(answering)("$name shows in the answers", async (mutant) => {
  const { choices, mode = "api-key" } = mutant;
  const rules = mutant.apply(conformantRules);
  expect(await firstDifference({ mode, choices, rules })).toBeGreaterThanOrEqual(0);
});

test.for(["api-key", "signed"] as const)("the conformant answers repeat themselves (%s)", async (mode) => {
  expect(await firstDifference({ mode, choices: {}, rules: conformantRules })).toBe(-1);
});
