import { z } from "zod";
import { orAbsent } from "../../files/fields.ts";
import type { Selection } from "../../engine/plan/plan.ts";
import type { CheckResult, Judgement } from "../../engine/record/result.ts";
import { exchangeSchema } from "../../engine/requirement/recorded-exchange.ts";
import type { RunHeader } from "../stored/run-result.ts";
import { shownExchanges } from "../text/shown-exchanges.ts";

const requirement = z.string().regex(/^[a-z\d-]+\.[a-z\d-]+$/, "expected the id of a requirement");

const selector = z
  .string()
  .regex(/^[a-z0-9][a-z0-9.-]*$/, "expected an area, a group or the beginning of an id");

/** One failure in a file: everything that replay needs, and the requests of the time. Credentials appear by name. */
export const capsuleSchema = z.object({
  capsuleVersion: z.literal(1),
  suite: z.object({ name: z.string(), version: z.string() }),
  requirement,
  during: orAbsent(requirement, "The check whose answers broke it"),
  target: z.object({ name: z.string(), baseUrl: z.string(), authMode: z.string() }),
  profile: orAbsent(
    z.string(),
    "Name of a profile of this package. Older versions also wrote the file of your own profile.",
  ),
  baseUrl: z.string(),
  recordedAt: z.string(),
  seed: z.int(),
  depth: z.enum(["quick", "standard", "deep"]),
  selectors: orAbsent(z.array(selector), "Selection of the run"),
  skip: z.array(selector).exactOptional(),
  generated: z
    .object({
      use: z.int(),
      path: z.string().regex(/^\d+(?::\d+)*$/, "expected numbers with colons between"),
    })
    .exactOptional(),
  counterexample: z.string().exactOptional(),
  expected: z.string(),
  actual: z.string(),
  sequence: z.array(exchangeSchema),
});

export type Capsule = z.output<typeof capsuleSchema>;

/**
 * Builds the capsule of a failed, waived or warned check. Undefined: there is nothing to reproduce.
 * Names only a profile of this package, because replay must not load one of the user. The address is the requested one.
 */
export function capsuleOf(
  { requirement: id, result, exchanges }: Judgement,
  header: RunHeader,
  { profile, baseUrl, selectors, skip }: Pick<Capsule, "profile" | "baseUrl"> & Selection,
): Capsule | undefined {
  if (!hasViolation(result)) return undefined;
  const { violation, generated, counterexample } = result;
  const { suite, target, startedAt, seed, depth } = header;
  return {
    capsuleVersion: 1,
    suite: { ...suite },
    requirement: id,
    ...(violation.during !== undefined && { during: violation.during }),
    target: { ...target },
    ...(profile !== undefined && { profile }),
    baseUrl,
    recordedAt: startedAt,
    seed,
    depth,
    ...(selectors.length > 0 && { selectors: [...selectors] }),
    ...(skip.length > 0 && { skip: [...skip] }),
    ...(generated !== undefined && { generated: { ...generated } }),
    ...(counterexample !== undefined && { counterexample }),
    expected: violation.expected,
    actual: violation.actual,
    sequence: exchangeSchema.array().parse(shownExchanges(result, exchanges)),
  };
}

function hasViolation(
  result: Judgement["result"],
): result is CheckResult & Required<Pick<CheckResult, "violation">> {
  return "verdict" in result && result.violation !== undefined;
}
