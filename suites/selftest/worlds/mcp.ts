import { catalogue } from "../../../lib/cli/catalogue.ts";
import { mutants } from "../../../lib/cli/mutants.ts";
import { areaOf } from "../../../lib/engine/requirement/catalogue.ts";
import { mcpAxisNames } from "../../../lib/reference/choices.ts";
import { pairwiseVariants, singleVariants } from "../../../lib/reference/variants/variants.ts";
import { MCP_URL, profiles } from "../judge-target.ts";
import type { World } from "./world.ts";

const SEED = 1;
/** Requirements that apply only to a service that does not speak both eras. */
const OF_ONE_ERA = ["scopes.missing-version", "scopes.output-schema"];
/** A wrong write shows late there too. */
const OF_WRITES = ["authorization.read-only", "scopes.read-only-undo", "scopes.read-only-other-tools"];

const variants = [...singleVariants(mcpAxisNames), ...pairwiseVariants(SEED, [], mcpAxisNames)];
const judged = catalogue.requirements
  .filter(({ id, observe }) => catalogue.groups.get(areaOf(id)) === "mcp" && observe === undefined)
  .map(({ id }) => id);

export const ofMcp: readonly World[] = [
  {
    name: "the MCP service of the reference",
    mcp: true,
    depth: "standard",
    expected: { passed: judged.filter((id) => !OF_ONE_ERA.includes(id)), inapplicable: OF_ONE_ERA },
  },
  ...variants.map(({ name, choices }): World => ({
    name: `an MCP service with ${name}`,
    mcp: true,
    choices,
    expected: { inconclusive: [] },
  })),
  {
    name: "an MCP service that requires a scope, with a profile without scopes",
    mcp: true,
    choices: { mcpAbsentScope: "refused" },
    depth: "standard",
    facts: { mcp: { ...profiles["api-key"].mcp, url: MCP_URL, scopes: null } },
    expected: { because: [/set mcp\.scopes/] },
  },
  ...mutants
    .filter(({ breaks }) => OF_WRITES.includes(breaks))
    .map((mutant): World => ({
      name: `an MCP service that ${mutant.name}, and whose tool that reads shows writes late`,
      mcp: true,
      mutant,
      choices: { mcpReads: "late" },
      depth: "standard",
      expected: { failedToo: [mutant.breaks] },
    })),
];
