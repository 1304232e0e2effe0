import { expect, test } from "vitest";
import { exampleCheck } from "../../reporters/testing/example-result.ts";
import { settleInterfered } from "./settle-late.ts";

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
