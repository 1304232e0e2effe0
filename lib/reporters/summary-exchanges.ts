import type { CheckResult, Judgement } from "../engine/result.ts";
import { exchangeExcerpt } from "./exchange-excerpt.ts";
import { membersInViolation } from "./members-in-violation.ts";
import { shownExchanges } from "./shown-exchanges.ts";
import { clipAround, clipMiddle } from "../text/clip.ts";
import { markdownCode } from "../text/markdown-code.ts";
import { answerText, requestText } from "./text/request-text.ts";

const MAX_CHARS = 300;

/** The exchanges that explain a violation, one line of Markdown each. */
export function summaryExchanges(check: CheckResult, judgements: readonly Judgement[]): string[] {
  const { requirement, violation } = check;
  const judgement = judgements.find((one) => one.requirement === requirement);
  const { parts } = exchangeExcerpt(shownExchanges(check, judgement?.exchanges ?? []), violation);
  const members = membersInViolation(violation);
  return parts.map(({ exchange, gap }) => {
    const sent = markdownCode(clipMiddle(requestText(exchange), MAX_CHARS));
    const came = markdownCode(clipAround(answerText(exchange), MAX_CHARS, members));
    return `${gap === undefined ? "" : `… ${gap}: `}${markdownCode(exchange.caller)} ${sent} → ${came}`;
  });
}
