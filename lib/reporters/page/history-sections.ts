import type { Verdict } from "../../engine/verdict.ts";
import { changesSince } from "../history/changes-since.ts";
import { changesHtml } from "./changes-html.ts";
import type { PageSection } from "./page-section.ts";
import type { ReportContent } from "./report-content.ts";
import { runsHtml } from "./runs-html.ts";

const FAILING: readonly Verdict[] = ["failed", "errored"];

/** Changes since the last run with results, and the last runs. */
export function historySections({ result, earlier }: ReportContent): PageSection[] {
  const { requests, ...rest } = result;
  const checks = new Map(result.checks.map((check): [string, Verdict] => [check.requirement, check.verdict]));
  const now = { ...rest, suite: rest.suite.version, requests: requests.sent, checks };
  const before = earlier.findLast((run) => run.checks.size > 0);
  const failing = result.checks.filter((check) => FAILING.includes(check.verdict));
  const changes = before && changesHtml(before, now, changesSince(before.checks, checks));
  const runs = runsHtml(
    [...earlier, now],
    failing.map(({ requirement }) => requirement),
  );
  return [
    ...(changes === undefined || checks.size === 0
      ? []
      : [{ id: "changes", title: "Since the last run", body: changes }]),
    { id: "runs", title: "Runs", body: runs },
  ];
}
