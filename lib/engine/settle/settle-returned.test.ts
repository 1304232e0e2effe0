import { expect, test } from "vitest";
import { exampleCheck, exampleObservation } from "../../reporters/testing/example-result.ts";
import type { Judgement } from "../record/result.ts";
import { settleReturned } from "./settle-late.ts";

const why = {
  code: "never-returned",
  reason: "The target never returned `status` in this run.",
  neverReturned: ["status"],
} as const;
const judgement: Judgement = {
  requirement: "disable.lasts",
  result: exampleCheck("disable.lasts", { verdict: "uncovered", ...why }),
  exchanges: [],
};

test("a field that no answer of the run had stays the target's choice", () => {
  expect(settleReturned(judgement, ["id", "callbackUrl"])).toBe(judgement);
});

test("a field that a later answer had was left out at times: undecided, and no choice", () => {
  const { result } = settleReturned(judgement, ["id", "status"]);
  expect(result).toMatchObject({
    verdict: "inconclusive",
    code: "undecided",
    reason: expect.stringMatching(/^The target returned `status` at other times/),
  });
  expect(result).not.toHaveProperty("neverReturned");
});

test("an observation gets the same reason, and has no verdict", () => {
  const observation: Judgement = {
    requirement: "disable.effect",
    result: exampleObservation("disable.effect", why),
    exchanges: [],
  };
  expect(settleReturned(observation, ["status"]).result).toEqual({
    ...exampleObservation("disable.effect"),
    code: "undecided",
    reason: expect.stringMatching(/at other times/),
  });
});
