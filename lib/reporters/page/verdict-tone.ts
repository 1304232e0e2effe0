import type { RunVerdict } from "../../engine/run-verdict.ts";
import type { Verdict } from "../../engine/verdict.ts";
import { VERDICT_MARK } from "../terminal/palette.ts";

/** The look of a verdict: a colour by its class, and a mark for readers without colour. */
export const VERDICT_TONE: Readonly<Record<RunVerdict, { readonly tone: string; readonly mark: string }>> = {
  conformant: { tone: "good", mark: VERDICT_MARK.passed },
  "conformant-partial": { tone: "part", mark: "◐" },
  "non-conformant": { tone: "bad", mark: VERDICT_MARK.failed },
  incomplete: { tone: "open", mark: VERDICT_MARK.inconclusive },
  unreachable: { tone: "none", mark: "∅" },
  defect: { tone: "bad", mark: VERDICT_MARK.errored },
  interrupted: { tone: "none", mark: "‖" },
};

/** The colour of the verdict of a check, by its class. */
export const CHECK_TONE: Readonly<Record<Verdict, string>> = {
  passed: "good",
  failed: "bad",
  errored: "bad",
  waived: "warn",
  warned: "warn",
  inconclusive: "open",
  uncovered: "none",
  inapplicable: "none",
  observed: "none",
};
