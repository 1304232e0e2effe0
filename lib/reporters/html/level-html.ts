import type { CheckResult } from "../../engine/result.ts";

/** The level of a requirement, as a word in its colour. */
export function levelHtml(level: CheckResult["level"]): string {
  return `<span class="level ${level}">${level}</span>`;
}
