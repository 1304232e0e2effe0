import { expect, test } from "vitest";
import type { Axis } from "../../lib/reference/choices.ts";
import { randomVariants, singleVariants } from "../../lib/reference/variants/variants.ts";
import { type AuthenticatedVariant, judgeVariant, inTurns, isOfOperations } from "./conformant-variant.ts";
import { JUDGES_ALL, sampleOf } from "./is-in-sample.ts";
import { judgeReference } from "./judge-reference.ts";
import { idsWith, type Report } from "./judge-target.ts";
import { APART, SEED } from "./pairs.ts";
import { remarkLine } from "./remark-line.ts";

const RANDOM_VARIANTS = 8;
/** Of so many variants one is judged. */
const STEP = 6;
/** Without them the MCP service and deliveries stay out: they have tests of their own. */
const ELSEWHERE = ["mcp.url", "events.receiver"];
const modes = ["api-key", "signed"] as const;
const singles = inTurns(singleVariants());
/** Choices that both modes judge: a defence is another one in each mode, and each mode reads other fields. */
const IN_BOTH: readonly Axis[] = ["defence", "omittedFields"];
/** Modes by turns. `pairs.test.ts` judges the pairs. */
const variants: readonly AuthenticatedVariant[] = [
  ...singles,
  ...singles.filter(({ choices }) => IN_BOTH.some((axis) => axis in choices)).map(inOtherMode),
  ...inTurns(randomVariants(SEED, RANDOM_VARIANTS, APART)),
];
/** Lines about variants with one other choice: the warnings, and the fields that checks have missed. */
const remarked: string[] = [];
const leftOut: string[] = [];

test.for(sampleOf(variants, STEP).map((variant) => [variant.name, variant.mode, variant] as const))(
  "%s in %s mode is not accused",
  async ([variant, , one]) => {
    const { report, remarks } = await judgeVariant(one);
    if (Object.keys(one.choices).length === 1) remarked.push(...remarkLine(variant, report));
    if ("omittedFields" in one.choices && Object.keys(one.choices).length === 1)
      leftOut.push(leftOutLine(one, report));
    expect(remarks).toEqual([]);
  },
);

test.for(modes)("the reference in %s mode is conformant in every respect", async (mode) => {
  const report = await judgeReference({ mode, depth: "standard" });
  const others = report.checks.filter(
    ({ verdict, code, field }) =>
      verdict !== "passed" &&
      verdict !== "inapplicable" &&
      !(code === "need-not-offered" && ELSEWHERE.includes(field ?? "")),
  );
  expect(others).toEqual([]);
});

test.for([
  ["api-key", "66-a-second-by-code"],
  ["signed", "every-30th-by-code"],
] as const)(
  "a limit that answers by a code is not accused at standard depth in %s mode: %s",
  async ([mode, defence]) => {
    const report = await judgeReference({ mode, choices: { defence }, depth: "standard" });
    const undecided = idsWith(report, "inconclusive").filter((id) => !isOfOperations(id));
    expect([...idsWith(report, "failed"), ...undecided]).toEqual([]);
  },
);

test.runIf(JUDGES_ALL)(
  "the checks that warn about one choice, or miss a field, are the same as before",
  async () => {
    await expect(`${[...new Set(remarked)].toSorted().join("\n")}\n`).toMatchFileSnapshot("./variants.txt");
    await expect(`${leftOut.join("\n")}\n`).toMatchFileSnapshot("./left-out.txt");
  },
);

function inOtherMode(variant: AuthenticatedVariant): AuthenticatedVariant {
  return { ...variant, mode: variant.mode === "signed" ? "api-key" : "signed" };
}

/** Every field is optional: a check that reads one that never comes is uncovered, and names it: `signed, without id: id (disable.keeps-id)`. */
function leftOutLine({ mode, choices }: AuthenticatedVariant, { checks }: Report): string {
  const unseen = checks.filter(({ code }) => code === "never-returned");
  const groups = Map.groupBy(unseen, ({ reason = "" }) =>
    reason.replace(/^The target never returned (.+) in this run\.$/, "$1").replaceAll("`", ""),
  );
  const ids = [...groups].map(
    ([fields, own]) => `${fields} (${own.map(({ requirement }) => requirement).join(", ")})`,
  );
  return `${mode}, without ${choices.omittedFields}: ${ids.join("; ")}`;
}
