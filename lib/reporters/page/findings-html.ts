import type { RecordedExchange } from "../../engine/recorded-exchange.ts";
import type { CheckResult } from "../../engine/result.ts";
import type { Verdict } from "../../engine/verdict.ts";
import { followersOf } from "../root-failures.ts";
import { failingSince } from "../history/failing-since.ts";
import { shownExchanges } from "../shown-exchanges.ts";
import { findingHtml } from "./finding-html.ts";
import type { ReportContent } from "./report-content.ts";

/** Limits the page for a server that breaks everything. The evidence has the rest. */
const MAX_WITH_EXCHANGES = 25;
/** A longer list of findings begins with an overview. */
const MIN_FOR_INDEX = 4;
const OPEN: readonly Verdict[] = ["failed", "errored"];

/** Failed, warned or errored checks, one after the other. Those that accuse the target are open. */
export function findingsHtml(
  checks: readonly CheckResult[],
  { result, judgements, earlier }: ReportContent,
): string {
  const links = checks.map(({ requirement }) => `<li><a href="#${requirement}">${requirement}</a></li>`);
  const index = links.length < MIN_FOR_INDEX ? "" : `<ul class="ids">${links.join("")}</ul>\n`;
  const details = checks
    .map((check, at) => {
      const { requirement, verdict } = check;
      const all = judgements.find((judgement) => judgement.requirement === requirement)?.exchanges ?? [];
      const exchanges: readonly RecordedExchange[] =
        at < MAX_WITH_EXCHANGES ? shownExchanges(check, all) : [];
      const since = verdict === "warned" ? undefined : failingSince(requirement, earlier);
      return findingHtml(check, {
        exchanges,
        ...(all.length > 0 && { evidence: `evidence/${requirement}.json` }),
        ...(since !== undefined && { since }),
        followers: followersOf(check, result.checks),
        open: OPEN.includes(verdict) && at < MAX_WITH_EXCHANGES,
      });
    })
    .join("\n");
  return `${index}${details}`;
}
