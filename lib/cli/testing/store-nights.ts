import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { historyLine, type HistoryLine } from "../../reporters/history/history-line.ts";
import { exampleResult } from "../../reporters/testing/example-result.ts";

const DAY_MS = 86_400_000;

/** A line of a history about a good run, so many days ago. */
export function nightLine(name: string, daysAgo: number, rest: Partial<HistoryLine> = {}): HistoryLine {
  const line = historyLine({
    ...exampleResult(),
    runId: `cc-${name}-${daysAgo}`,
    target: { name, baseUrl: `https://${encodeURIComponent(name)}.example`, authMode: "signed" },
    startedAt: new Date(Date.now() - daysAgo * DAY_MS).toISOString(),
    verdict: "conformant",
    selection: { selectors: [], skip: [], levels: [] },
  });
  return { ...line, checks: { passed: ["register.accepts", "query.answers"] }, ...rest };
}

/** A line about a run in which one check failed. */
export function badNight(name: string, daysAgo: number, rest: Partial<HistoryLine> = {}): HistoryLine {
  const checks = { passed: ["query.answers"], failed: ["register.accepts"] };
  return nightLine(name, daysAgo, { verdict: "non-conformant", checks, ...rest });
}

/** Writes a history, and the folder for it. */
export function storeNights(file: string, lines: readonly unknown[]): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
}
