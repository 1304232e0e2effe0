import { expect, test } from "vitest";
import { findMutant } from "../../lib/cli/serve/find-mutant.ts";
import { judgeReference } from "./judge-reference.ts";
import { idsWith, profiles } from "./judge-target.ts";

const merchants = profiles["api-key"].merchants.slice(0, 1);
const KEEPS_TYPES = "register.keeps-event-types";

test.each(["register", "webhook"])(
  "an update that empties the event types is found with one new merchant, by %s alone",
  async (selector) => {
    const mutant = findMutant("empties-event-types-on-update");
    const report = await judgeReference({ mutant, selectors: [selector], facts: { merchants } });
    expect(idsWith(report, "failed")).toEqual([KEEPS_TYPES]);
  },
);

test("event types that were empty from the start pass nothing", async () => {
  const report = await judgeReference({ choices: { eventTypes: "none" }, selectors: ["register"] });
  expect(report.checks.find(({ requirement }) => requirement === KEEPS_TYPES)).toMatchObject({
    verdict: "inapplicable",
  });
});
