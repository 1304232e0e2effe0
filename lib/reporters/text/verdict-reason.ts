import type { RunResult, StoredCheck } from "../stored/run-result.ts";

type Told = Pick<RunResult, "verdict" | "reason" | "counts" | "checks">;

const RESTRICTED =
  "the run was restricted, and --require-full demands a whole run. To check only what the deployment offers, list it under `implements` in the profile, and run without a restriction";

/** Completes "12 …" and "1 …" for each code of an uncovered requirement. */
const UNCOVERED: readonly (readonly [NonNullable<StoredCheck["code"]>, (count: number) => string])[] = [
  [
    "need-not-offered",
    (count) => `${count} ${count === 1 ? "requires" : "require"} more fields in the profile`,
  ],
  ["read-only", (count) => `${count} ${count === 1 ? "requires" : "require"} a run that may write`],
  [
    "never-returned",
    (count) => `${count} ${count === 1 ? "reads" : "read"} fields that the target never returned`,
  ],
];

/** Explains a verdict that failures do not explain, in a sentence without a full stop. It may be of unknown origin. */
export function verdictReason({ verdict, reason, counts, checks }: Told): string | undefined {
  if (reason !== undefined) return reason;
  if (verdict === "conformant-partial") return uncoveredText(checks) || undefined;
  if (verdict !== "incomplete") return undefined;
  const undecided = checks.filter((check) => check.verdict === "inconclusive").length;
  if (undecided > 0) return `${undecided} could not be decided`;
  if (counts.passed + counts.warned + counts.waived > 0) return uncoveredText(checks) || RESTRICTED;
  return `nothing was checked: ${whyNothing({ counts, checks })}`;
}

function whyNothing({ counts, checks }: Pick<Told, "counts" | "checks">): string {
  if (counts.observed > 0) return "observations alone decide nothing";
  if (counts.uncovered > 0) return uncoveredText(checks);
  return "no selected check applies to this target; `list` shows all requirements";
}

function uncoveredText(checks: readonly StoredCheck[]): string {
  return UNCOVERED.flatMap(([wanted, text]) => {
    const count = checks.filter(({ code }) => code === wanted).length;
    return count === 0 ? [] : [text(count)];
  }).join(", ");
}
