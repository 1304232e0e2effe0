import { expect, test } from "vitest";
import { coverageOf } from "./build-run-result.ts";
import { exampleCheck } from "../testing/example-result.ts";

test("all rows except inapplicable ones apply, and those with a verdict about the target are checked", () => {
  const checks = [
    exampleCheck("register.accepts"),
    exampleCheck("register.stores", { verdict: "failed" }),
    exampleCheck("register.keeps-id", { verdict: "uncovered" }),
    exampleCheck("register.creates", { verdict: "inapplicable" }),
    exampleCheck("register.replaces", { verdict: "inconclusive" }),
    exampleCheck("envelope.complete", { verdict: "warned" }),
    exampleCheck("query.answers", { verdict: "waived" }),
    exampleCheck("disable.again", { verdict: "errored" }),
    exampleCheck("signature.wrong", { verdict: "inapplicable" }),
  ];
  expect(coverageOf(checks)).toEqual({
    judged: 4,
    binding: 7,
    areas: [
      { area: "register", binding: 4, judged: 2, uncovered: 1 },
      { area: "envelope", binding: 1, judged: 1, uncovered: 0 },
      { area: "query", binding: 1, judged: 1, uncovered: 0 },
      { area: "disable", binding: 1, judged: 0, uncovered: 0 },
      { area: "signature", binding: 0, judged: 0, uncovered: 0 },
    ],
  });
  expect(coverageOf([])).toEqual({ judged: 0, binding: 0, areas: [] });
});
