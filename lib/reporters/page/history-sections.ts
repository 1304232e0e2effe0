import { historyLine, type PastRun, pastRun } from "../history/history-line.ts";
import type { RunResult, StoredVerdict } from "../stored/run-result.ts";
import { xmlText } from "../../text/xml-text.ts";
import { minuteText } from "./date-html.ts";
import { areasTable } from "./target-html.ts";
import type { PageSection } from "./page-html.ts";
import type { ReportContent } from "./page-content.ts";
import { runsTable, stripsHtml } from "./runs-html.ts";
import { legendHtml } from "./verdict-marks.ts";

const FAILING: readonly StoredVerdict[] = ["failed", "errored"];
const MAX_RUNS = 30;
const MAX_CHECKS = 12;
const RUNS = "runs";

/** The areas that this run and earlier ones have checked, and the last runs. */
export function historySections({ result, earlier }: ReportContent): PageSection[] {
  const last = pastRun(historyLine(result));
  const runs = [...earlier, last];
  const { checks, target } = result;
  const ids = new Set([...checks.map(({ requirement }) => requirement), ...runs.flatMap(idsOf)]);
  const areas = Map.groupBy(ids, (id) => id.replace(/\..*/, ""));
  const areasHtml = `${areasTable({ ...target, runs, last, folders: [] }, areas)}\n${legendHtml()}`;
  return [
    ...(checks.length === 0 ? [] : [{ id: "areas", title: "Areas", body: areasHtml }]),
    { id: RUNS, title: "Runs", body: runsHtml(runs.slice(-MAX_RUNS), result) },
  ];
}

function idsOf({ checks }: PastRun): readonly string[] {
  return [...checks.keys()];
}

/** @param runs the oldest first, this one last */
function runsHtml(runs: readonly PastRun[], { checks, target }: RunResult): string {
  if (runs.length === 1) return `<p>This is the first run of this target that this folder remembers.</p>`;
  const failing = checks.flatMap(({ requirement, verdict }) =>
    FAILING.includes(verdict) ? [requirement] : [],
  );
  const left = failing.length - MAX_CHECKS;
  const columns = runs.map((run) => ({ when: whenText(run), runs: [run] }));
  return `<p class="because">The last ${runs.length} runs of this target, the newest on the right.</p>
${stripsHtml(columns, failing.slice(0, MAX_CHECKS))}
${left <= 0 ? "" : `<p><small>and ${left} more that fail now: each says above since when</small></p>`}
${runsTable(runs, target.name)}`;
}

function whenText({ startedAt, label }: PastRun): string {
  return `${minuteText(startedAt)}${label === undefined ? "" : ` ${xmlText(label)}`}`;
}
