import type { CheckResult, Judgement } from "../engine/result.ts";
import { clipText, clipAround, clipMiddle } from "../text/clip.ts";
import { exchangeExcerpt } from "./exchange-excerpt.ts";
import { membersInViolation } from "./members-in-violation.ts";
import { shownExchanges } from "./shown-exchanges.ts";
import { answerText, requestText } from "./text/request-text.ts";

/** Of all exchanges of a failure. */
const MAX_CHARS = 4_000;
const MIN_CHARS = 150;

/** The exchanges that explain a violation: one line for each request, and one for its answer. */
export function junitExchanges(
  check: CheckResult,
  judgements: readonly Pick<Judgement, "requirement" | "exchanges">[],
): string[] {
  const judgement = judgements.find(({ requirement }) => requirement === check.requirement);
  const { parts } = exchangeExcerpt(shownExchanges(check, judgement?.exchanges ?? []), check.violation);
  if (parts.length === 0) return [];
  const share = Math.max(MIN_CHARS, Math.floor(MAX_CHARS / (2 * parts.length)));
  const lines = parts.flatMap(({ exchange }) => [
    `sent: #${exchange.index} ${exchange.caller} ${clipMiddle(requestText(exchange), share)}`,
    `answered: ${clipAround(answerText(exchange), share, membersInViolation(check.violation))}`,
  ]);
  return [clipText(lines.join("\n"), MAX_CHARS)];
}
