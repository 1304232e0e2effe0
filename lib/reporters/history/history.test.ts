import { symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../../cli/testing/temporary-folder.ts";
import { exampleHeader, exampleResult } from "../testing/example-result.ts";
import { type HistoryLine, historyLine, knownLine, pastRun } from "./history-line.ts";
import { HistoryError, MAX_RUNS_REMEMBERED, historyText, linesOfTarget, readHistory } from "./history.ts";

const DAY_MS = 86_400_000;

/** The line of a run of a target, this many days after the first one. */
function line(name: string, baseUrl: string, day: number): HistoryLine {
  const startedAt = new Date(day * DAY_MS).toISOString();
  return historyLine({ ...exampleResult(), target: { name, baseUrl, authMode: "signed" }, startedAt });
}

test("a run is remembered with the verdict of each of its checks", () => {
  const file = join(temporaryFolder(), "history.jsonl");
  const result = { ...exampleResult(), label: "v1.4.2" };
  writeFileSync(file, historyText([historyLine(result)]));
  const verdicts = result.checks.map(({ requirement, verdict }) => [requirement, verdict] as const);
  expect(readHistory(file).map(pastRun)).toEqual([
    {
      target: { name: "sandbox", baseUrl: "https://sandbox.issuer.example" },
      startedAt: result.startedAt,
      label: "v1.4.2",
      verdict: "defect",
      depth: "standard",
      suite: "0.0.0",
      requests: 21,
      durationMs: 1235,
      runId: exampleHeader.runId,
      checks: new Map(verdicts),
    },
  ]);
});

test("a run is remembered with its id, its selection and its duration", () => {
  const selection = { selectors: ["register"], skip: [], levels: ["stated"] } as const;
  const stored = historyLine({ ...exampleResult(), selection });
  expect(stored).toMatchObject({ runId: exampleHeader.runId, selection, durationMs: 1235 });
  expect(knownLine(JSON.parse(JSON.stringify(stored)))).toEqual(stored);
});

test("a line that was cut off is left out, and what is too old goes", () => {
  const file = join(temporaryFolder(), "history.jsonl");
  const own = line("sandbox", "https://sandbox.issuer.example", 1);
  writeFileSync(file, `${historyText([own])}\n[1]\n{"cut`);
  expect(readHistory(file)).toEqual([own]);
  const many = Array.from({ length: MAX_RUNS_REMEMBERED + 3 }, (_, at) => ({ ...own, label: `v${at}` }));
  const text = historyText(many);
  const lines = text.trimEnd().split("\n");
  expect(lines).toHaveLength(MAX_RUNS_REMEMBERED);
  expect(lines[0]).toContain('"label":"v3"');
});

test("unknown members of a line are neither read nor kept, and links least of all", () => {
  const file = join(temporaryFolder(), "history.jsonl");
  const own = line("sandbox", "https://sandbox.issuer.example", 1);
  const foreign = [{ ...own, profile: { events: {} } }, { ...own, url: "javascript:alert(1)" }, { mine: 1 }];
  writeFileSync(file, foreign.map((one) => JSON.stringify(one)).join("\n"));
  expect(readHistory(file)).toEqual([own, own]);
});

test("a file that is not a history is rejected, and not lost", () => {
  const folder = temporaryFolder();
  const [file, link] = [join(folder, "mine"), join(folder, "history.jsonl")];
  writeFileSync(file, "my history");
  expect(() => readHistory(file)).toThrow(HistoryError);
  symlinkSync(file, link);
  expect(() => readHistory(link)).toThrow("it is a link; remove it");
  expect(readHistory(join(folder, "none"))).toEqual([]);
});

test("runs of other targets are left out; on loopback the port does not count", () => {
  const history = [
    line("sandbox", "http://127.0.0.1:2", 2),
    line("sandbox", "http://localhost:1", 1),
    line("sandbox", "https://sandbox.issuer.example", 3),
    line("other", "http://127.0.0.1:1", 4),
  ];
  const target = { name: "sandbox", baseUrl: "http://127.0.0.1:3", authMode: "signed" };
  const found = linesOfTarget(history, { target, startedAt: "2026-01-01T00:00:00.000Z" });
  expect(found.map(({ startedAt }) => startedAt.slice(0, 10))).toEqual(["1970-01-02", "1970-01-03"]);
});
