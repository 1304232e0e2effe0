import type { StoredVerdict } from "../stored/run-result.ts";

/** One character for each verdict. */
export const VERDICT_MARK: Readonly<Record<StoredVerdict, string>> = {
  passed: "✓",
  failed: "✗",
  waived: "~",
  warned: "!",
  observed: "·",
  inapplicable: "-",
  uncovered: "○",
  inconclusive: "?",
  errored: "‼",
};
