import { expect, test } from "vitest";
import { REQUESTS_OF_A_RUN } from "../../lib/guest/estimate.ts";
import { judgeReference } from "./judge-reference.ts";
import type { Mode } from "./judge-target.ts";

const TOLERANCE = 0.2;

test.each<["quick" | "standard", Mode]>([
  ["quick", "api-key"],
  ["quick", "signed"],
  ["standard", "api-key"],
  ["standard", "signed"],
])("the estimate printed before a run at depth %s in %s mode is near the truth", async (depth, mode) => {
  const { requests } = await judgeReference({ mode, depth });
  expect(Math.abs(requests / REQUESTS_OF_A_RUN[depth][mode] - 1)).toBeLessThan(TOLERANCE);
});
