import type { Choices } from "./choices.ts";
import { refusalReasons, type Outcome } from "./outcome.ts";

/** Texts of `msg` and `message`. */
export function textOf({ wording }: Pick<Choices, "wording">, outcome: Outcome): string {
  if (!outcome.refused || wording === "always-success") return wording === "unicode" ? "成功 ✓" : "success";
  const { text } = refusalReasons[outcome.reason];
  if (wording === "unicode") return `失败 – ${text} 🚫`;
  return wording === "echo" && outcome.offending !== undefined ? `${text}: ${outcome.offending}` : text;
}
