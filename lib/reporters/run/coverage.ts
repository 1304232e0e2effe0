import type { SeenWords } from "../../api/operations/vocabulary.ts";
import type { CheckResult } from "../../engine/record/result.ts";
import { clipText } from "../../text/clip.ts";
import type { Verdict } from "../../engine/record/verdict.ts";
import type { RunResult } from "../stored/run-result.ts";

type Coverage = RunResult["coverage"];

const MAX_WORDS = 60;
const MAX_WORD_CHARS = 80;
const JUDGED: readonly Verdict[] = ["passed", "failed", "warned", "waived"];

/** Counts the checked requirements of the selected areas. */
export function coverageOf(
  checks: readonly CheckResult[],
  { operations = [], words }: Pick<Coverage, "operations" | "words"> = {},
): Coverage {
  const areas = [...Map.groupBy(checks, ({ area }) => area)].map(([area, members]) => {
    const count = (isCounted: (check: CheckResult) => boolean) => members.filter(isCounted).length;
    return {
      area,
      binding: count(({ verdict }) => verdict !== "inapplicable"),
      judged: count(({ verdict }) => JUDGED.includes(verdict)),
      uncovered: count(({ verdict }) => verdict === "uncovered"),
    };
  });
  const selected = new Set(areas.map(({ area }) => area));
  const named = operations.filter(({ operation }) => selected.has(operation.split("/")[0] ?? operation));
  return {
    judged: sum(areas.map(({ judged }) => judged)),
    binding: sum(areas.map(({ binding }) => binding)),
    areas,
    ...(named.length > 0 && { operations: named }),
    ...(words !== undefined && words.types.length > 0 && { words: bounded(words) }),
  };
}

/** A target may return any number of values. Those beyond the limits of the document are checked, but not kept. */
function bounded({ types, statuses }: SeenWords): SeenWords {
  return { types: some(types), statuses: some(statuses) };
}

function some(values: readonly string[]): readonly string[] {
  return values.slice(0, MAX_WORDS).map((value) => clipText(value, MAX_WORD_CHARS));
}

function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0);
}
