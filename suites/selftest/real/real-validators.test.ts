import { expect, test } from "vitest";
import { idsWith, judgeTarget, type Trial } from "../judge-target.ts";
import { plainService } from "./plain-service.ts";
import { sound, unsound, type Validator } from "./validators.ts";

const VERDICTS = ["failed", "errored", "inconclusive", "warned"] as const;
const lines: string[] = [];

/** What the suite says against a service with this validator. */
async function said(validator: Validator, depth: Trial["depth"] = "standard"): Promise<string[]> {
  const report = await judgeTarget(plainService(validator), { depth });
  return VERDICTS.flatMap((verdict) => idsWith(report, verdict).map((id) => `${verdict} ${id}`));
}

async function accusations(name: string, validator: Validator): Promise<string[]> {
  const all = await said(validator);
  lines.push(`${name}: ${all.join(", ") || "nothing"}`);
  return all.filter((line) => !line.startsWith("warned "));
}

test.for(Object.entries(sound))("a service with %s is not accused", async ([name, validator]) => {
  expect(await accusations(name, validator)).toEqual([]);
});

test.for(Object.entries(unsound))("a service with %s is accused", async ([name, validator]) => {
  expect(await accusations(name, validator)).not.toEqual([]);
});

test("what is said of each", async () => {
  await expect(`${lines.join("\n")}\n`).toMatchFileSnapshot("./real-validators.txt");
});

test("what only URL parsers repair is seen at quick depth", async () => {
  expect(await said(sound["new URL, stored as given"], "quick")).toEqual(["warned callback-url.rfc-3986"]);
});
