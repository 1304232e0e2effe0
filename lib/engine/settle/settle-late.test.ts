import { expect, test } from "vitest";
import { exampleCheck, exampleObservation } from "../../reporters/testing/example-result.ts";
import { settleInterfered, settleReturned } from "./settle-late.ts";
import type { Judgement } from "../record/result.ts";

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

const SIGHTING = "Another client is changing this configuration.";

function failure(violation: { readonly alone?: true }) {
  const evidence = { expected: "status 1", actual: "0", exchange: 1, ...violation };
  const result = exampleCheck("api-key.refusal-has-no-effect", {
    verdict: "failed",
    violation: evidence,
    counterexample: "[]",
  });
  return { requirement: result.requirement, result, exchanges: [] };
}

test("a failure before another client was seen beyond doubt is inconclusive", () => {
  const { result } = settleInterfered(failure({}), SIGHTING);
  expect(result).toMatchObject({
    verdict: "inconclusive",
    code: "other-client",
    reason: `${SIGHTING} Meanwhile expected was status 1, and got was 0.`,
  });
  expect(Object.keys(result)).not.toContain("violation");
  expect(Object.keys(result)).not.toContain("counterexample");
});

test("it stands if one answer shows it alone, and if no other client was seen", () => {
  const alone = failure({ alone: true });
  expect(settleInterfered(alone, SIGHTING)).toBe(alone);
  const unseen = failure({});
  expect(settleInterfered(unseen, undefined)).toBe(unseen);
});
