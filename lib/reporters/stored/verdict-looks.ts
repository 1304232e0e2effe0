import type { styleText } from "node:util";
import type { RunVerdict } from "../../engine/settle/run-verdict.ts";
import { VERDICTS } from "../../engine/record/result-schema.ts";
import type { Verdict } from "../../engine/record/verdict.ts";

interface VerdictLook {
  /** One character. */
  readonly mark: string;
  /** A sign for Markdown. Undefined: the verdict needs no attention. */
  readonly sign?: string;
  /** Class of a page, for its colour. */
  readonly tone: string;
  /** Colour on a terminal. */
  readonly style: Parameters<typeof styleText>[0];
  /** Words of a page. */
  readonly label: string;
}

/** How outputs show the verdicts of checks, the worst first. */
export const VERDICT_LOOKS: Readonly<Record<Verdict, VerdictLook>> = {
  errored: { mark: "‼", sign: "💥", tone: "bad", style: ["bold", "red"], label: "errored" },
  failed: { mark: "✗", sign: "❌", tone: "bad", style: ["bold", "red"], label: "failed" },
  waived: { mark: "~", sign: "🟡", tone: "warn", style: "yellow", label: "waived" },
  inconclusive: { mark: "?", sign: "❓", tone: "open", style: "yellow", label: "not decided" },
  warned: { mark: "!", sign: "⚠️", tone: "warn", style: "yellow", label: "warned" },
  uncovered: { mark: "○", sign: "⭕", tone: "none", style: "magenta", label: "not covered" },
  passed: { mark: "✓", tone: "good", style: "green", label: "passed" },
  observed: { mark: "·", tone: "none", style: "cyan", label: "observed" },
  inapplicable: { mark: "-", tone: "none", style: "dim", label: "does not apply" },
};

const ORDER = Object.keys(VERDICT_LOOKS);

export const VERDICTS_WORST_FIRST = VERDICTS.toSorted((a, b) => ORDER.indexOf(a) - ORDER.indexOf(b));

export const RUN_VERDICTS_WORST_FIRST = [
  "non-conformant",
  "defect",
  "unreachable",
  "incomplete",
  "interrupted",
  "conformant-partial",
  "conformant",
] as const satisfies readonly RunVerdict[];
