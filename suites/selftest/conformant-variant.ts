import { catalogue } from "../../lib/cli/catalogue.ts";
import { areaOf } from "../../lib/engine/requirement/catalogue.ts";
import type { RequirementId } from "../../lib/engine/requirement/requirement.ts";
import type { CheckResult } from "../../lib/engine/record/result.ts";
import type { Variant } from "../../lib/reference/variants/variants.ts";
import { differenceFromDocument } from "./exported-document.ts";
import { numberOf } from "./is-in-sample.ts";
import { judgeReference } from "./judge-reference.ts";
import type { Mode, Report } from "./judge-target.ts";

/** Some combinations leave requirements undecided; a cap ends what registers, a ban what sends wrong keys. */
const LEAVES_UNDECIDED = /^(pairwise|random)-|^defence=(cap|ban)/;
/** Rejects valid requests for a while: the run reports it. A wrong key locks no merchant out. */
const PASSES = /^defence=(lock-out in signed|(ban|throttling-code|(every|10|30|150)-.*) in|66-.* in api-key)/;
/** Without records their content is not known. A call with a lasting effect is not repeated after a rejection. */
const LEAVES_OPERATIONS_OPEN = /^(namedOperations|infrastructure|rateLimit|defence)=/;

/** A conformant server, and how its requests are authenticated. */
export interface AuthenticatedVariant extends Variant {
  readonly mode: Mode;
}

/** Each variant in one mode: both modes by turns. */
export function inTurns(variants: readonly Variant[]): AuthenticatedVariant[] {
  return variants.map((variant, index) => ({ ...variant, mode: index % 2 === 0 ? "api-key" : "signed" }));
}

/**
 * Judges a variant at quick depth, with a seed of its own. `remarks` names each failure, all that the run should have decided or noticed, and an
 * exchange that the exported OpenAPI document does not admit.
 */
export async function judgeVariant({
  name,
  mode,
  choices,
}: AuthenticatedVariant): Promise<{ report: Report; remarks: string[] }> {
  const differences: string[] = [];
  const report = await judgeReference({
    mode,
    choices,
    seed: numberOf(name),
    depth: "quick",
    watch: (request, answer) => differences.push(...[differenceFromDocument(request, answer) ?? []].flat()),
  });
  const isAllowed = ({ requirement, reason = "" }: CheckResult) =>
    !/returns? n|not return|shows nothing/.test(reason) &&
    (LEAVES_UNDECIDED.test(name) || (LEAVES_OPERATIONS_OPEN.test(name) && isOfOperations(requirement)));
  const wrong = report.checks.filter(
    (one) =>
      one.verdict === "failed" ||
      one.verdict === "errored" ||
      (one.verdict === "inconclusive" && !isAllowed(one)),
  );
  const noticed = report.noticed.map(({ code }) => code).join(", ");
  const expected = PASSES.test(`${name} in ${mode}`) ? "defended" : "";
  return {
    report,
    remarks: [
      ...(report.cause === undefined ? [] : [`stopped by ${report.cause}`]),
      ...(noticed === expected ? [] : [`noticed "${noticed}" instead of "${expected}"`]),
      ...differences.slice(0, 1),
      ...wrong.map(({ requirement, verdict }) => `${verdict} ${requirement}`),
    ],
  };
}

/** Whether the requirement is about operations that the document only names. */
export function isOfOperations(id: RequirementId): boolean {
  return catalogue.groups.get(areaOf(id)) === "operations";
}
