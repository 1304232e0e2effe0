import { styleText } from "node:util";
import type { Verdict } from "../../engine/verdict.ts";

type Style = Parameters<typeof styleText>[0];

/** Paints text, or leaves it plain. */
export type Paint = (style: Style, text: string) => string;

/** Colours only when the stream is a terminal and NO_COLOR is not set. */
export function paintFor(stream: { readonly isTTY?: boolean }, env: NodeJS.ProcessEnv): Paint {
  const colored = stream.isTTY === true && (env["NO_COLOR"] ?? "") === "" && env["TERM"] !== "dumb";
  return colored ? (style, text) => styleText(style, text, { validateStream: false }) : (_, text) => text;
}

export const VERDICT_STYLE: Readonly<Record<Verdict, Style>> = {
  passed: "green",
  failed: ["bold", "red"],
  waived: "yellow",
  warned: "yellow",
  observed: "cyan",
  inapplicable: "dim",
  uncovered: "magenta",
  inconclusive: "yellow",
  errored: ["bold", "red"],
};

export const VERDICT_MARK: Readonly<Record<Verdict, string>> = {
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
