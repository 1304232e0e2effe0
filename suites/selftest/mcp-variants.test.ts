import { expect, test } from "vitest";
import { mutants } from "../../lib/cli/mutants.ts";
import { mcpAxisNames } from "../../lib/reference/choices.ts";
import { pairwiseVariants, singleVariants } from "../../lib/reference/variants/variants.ts";
import { judgeReference } from "./judge-reference.ts";
import { idsWith, MCP_URL, profiles } from "./judge-target.ts";

const SEED = 1;
/** Requirements that apply only to a service that does not speak both eras. */
const OF_ONE_ERA = ["scopes.missing-version: inapplicable", "scopes.output-schema: inapplicable"];
/** A wrong write shows late there too. */
const OF_WRITES = ["authorization.read-only", "scopes.read-only-undo", "scopes.read-only-other-tools"];
const variants = [...singleVariants(mcpAxisNames), ...pairwiseVariants(SEED, [], mcpAxisNames)];

test.for(variants.map((variant) => [variant.name, variant] as const))(
  "an MCP service with %s is not accused",
  async ([, { choices }]) => {
    const report = await judgeReference({ mcp: true, choices });
    expect({
      accusedOf: [...idsWith(report, "failed"), ...idsWith(report, "errored")],
      undecided: idsWith(report, "inconclusive"),
    }).toEqual({ accusedOf: [], undecided: [] });
  },
);

test("a server that requires a scope is not accused by a profile without scopes, which names the field", async () => {
  const { mcp } = profiles["api-key"];
  const report = await judgeReference({
    mcp: true,
    choices: { mcpAbsentScope: "refused" },
    depth: "standard",
    facts: { mcp: { ...mcp, url: MCP_URL, scopes: null } },
  });
  const undecided = report.checks.filter(({ verdict }) => verdict === "inconclusive");
  expect(idsWith(report, "failed")).toEqual([]);
  expect(undecided.length).toBeGreaterThan(5);
  expect(undecided.filter(({ reason = "" }) => !reason.includes("set mcp.scopes"))).toEqual([]);
});

test.for(
  mutants.filter(({ breaks }) => OF_WRITES.includes(breaks)).map((mutant) => [mutant.name, mutant] as const),
)("%s is caught also where the tool that reads shows writes late", async ([, mutant]) => {
  const report = await judgeReference({
    mcp: true,
    mutant,
    choices: { mcpReads: "late" },
    depth: "standard",
  });
  expect(idsWith(report, "failed")).toContain(mutant.breaks);
});

test("the MCP service of the reference is conformant in every respect", async () => {
  const report = await judgeReference({ mcp: true, depth: "standard" });
  const others = report.checks.filter(({ verdict }) => verdict !== "passed");
  expect(others.map(({ requirement, verdict }) => `${requirement}: ${verdict}`)).toEqual(OF_ONE_ERA);
  expect(report.checks.length).toBeGreaterThan(30);
});
