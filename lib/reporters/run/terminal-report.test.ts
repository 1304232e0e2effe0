import { stripVTControlCharacters } from "node:util";
import { expect, test, vi } from "vitest";
import { exampleHeader, exampleJudgements, exampleResult } from "../testing/example-result.ts";
import { paintFor } from "../terminal/palette.ts";
import { progressLine } from "./progress-report.ts";
import { ProgressReport } from "./progress-report.ts";
import { restorationLines } from "../terminal/restoration-lines.ts";
import { summaryLines } from "../terminal/summary-lines.ts";
import { TerminalReport } from "./terminal-report.ts";

function reported(
  options: { quiet?: boolean; verbose?: boolean; isTTY?: boolean; env?: NodeJS.ProcessEnv } = {},
) {
  const written: string[] = [];
  const stream = { isTTY: options.isTTY ?? false, columns: 60, write: (text: string) => written.push(text) };
  const report = new TerminalReport({
    stream,
    paint: paintFor(stream, options.env ?? {}),
    quiet: options.quiet ?? false,
    verbose: options.verbose ?? false,
    folder: "results",
    page: "report.html",
  });
  report.begin(exampleHeader);
  report.planned(new Map(Array.from({ length: 9 }, (_, index) => [`${index}`, 1])));
  report.started("register.stores");
  const counts = { sent: 12, retried: 0, rateLimited: 0 };
  for (const judgement of exampleJudgements()) report.judged(judgement, counts, 0);
  report.end(exampleResult(), exampleJudgements());
  return written.join("");
}

test("the summary names undecided and uncovered checks, failed restorations, and the verdict last", () => {
  const text = reported({ quiet: true });
  expect(text).toMatch(/Not decided:\n {2}\? query\.answers: x/);
  expect(text).toContain("  ○ 1 of isolation: a second merchant in `merchants`");
  expect(text).toContain("  ○ 1 of register: The target never returned `id` in this run.");
  expect(text).toMatch(/ {2}alpha: not restored: x/);
  expect(text).toContain(
    "Requests  21 (1 sent again because no answer came, 2 waits for a rate limit) in 1.2 s",
  );
  expect(text.trimEnd().split("\n").slice(-2)).toEqual([
    "Results   results/report.html",
    "Verdict   defect (exit 5) at depth standard: checked 3 of the 7 requirements that apply",
  ]);
});

test("failures come before warnings, whatever their areas", () => {
  const text = reported();
  const places = ["‼ disable.succeeds", "✗ register.stores", "! envelope.complete"].map((mark) =>
    text.indexOf(`${mark}  `),
  );
  expect(places).not.toContain(-1);
  expect(places).toEqual(places.toSorted((one, other) => one - other));
});

test("a stack of the suite is below the verdict, a line each", () => {
  const broken = { ...exampleResult(), reason: "Error: planted\n    at ours.ts:1\u001b[31m" };
  expect(summaryLines(broken, (_, text) => text).slice(-2)).toEqual([
    "Verdict   defect (exit 5) at depth standard: checked 3 of the 7 requirements that apply; Error: planted",
    String.raw`          |     at ours.ts:1\x1b[31m`,
  ]);
});

test("a pipe gets no escape sequence and no progress line; quiet names what failed, without areas and details", () => {
  const text = reported();
  expect(text).not.toContain("\u001b");
  expect(text).not.toContain("0/9");
  const quiet = reported({ quiet: true });
  expect(quiet).toMatch(/^Failed:\n {2}✗ register\.stores\n {2}‼ disable\.succeeds\n\n/);
  expect(quiet).not.toMatch(/the URL as given/);
});

test("a terminal gets colours and a line that is written over, unless NO_COLOR is set", () => {
  expect(reported({ isTTY: true })).toContain("\u001b[31m");
  expect(reported({ isTTY: true })).toContain("\r\u001b[K0/9 · 12 requests · register.stores");
  expect(reported({ isTTY: true, env: { NO_COLOR: "1" } })).not.toContain("\u001b[31m");
});

test("FORCE_COLOR colours a pipe, 0 colours nothing, and --no-color wins", () => {
  expect(reported({ env: { FORCE_COLOR: "1" } })).toContain("\u001b[31m");
  expect(reported({ isTTY: true, env: { FORCE_COLOR: "0" } })).not.toContain("\u001b[31m");
  expect(paintFor(undefined, { FORCE_COLOR: "1" })("red", "text")).toBe("text");
});

test("an interrupted run names each merchant, and another one only those in doubt", () => {
  const restored = [{ merchant: "alpha", outcome: "restored" }] as const;
  expect(restorationLines({ restored })).toEqual([]);
  expect(restorationLines({ restored, interrupted: true })).toEqual([
    "State after the run:",
    "  alpha: restored",
    "",
  ]);
});

test("a narrow terminal breaks header and summary between words, and nothing that is copied", () => {
  const text = stripVTControlCharacters(reported({ isTTY: true }));
  const summary = text.slice(text.indexOf("Not decided:"));
  expect(text).toContain(
    "card-issuing-conformance 0.0.0 · sandbox ·\nhttps://sandbox.issuer.example · signed · depth standard ·",
  );
  expect(summary).toMatch(/^Requests {2}21 .* waits\n {10}for a rate limit/m);
  for (const line of summary.split("\n")) expect(line.length).toBeLessThanOrEqual(60);
  expect(reported()).toContain(
    "Requests  21 (1 sent again because no answer came, 2 waits for a rate limit) in 1.2 s\nWaiting   0.4 s because the target asked for it\n",
  );
  expect(text).toMatch(/^ {2}sent {6}#1 .{60,}$/m);
});

test("verbose shows every check and what was observed", () => {
  expect(reported({ verbose: true })).toContain(
    '✓ register.accepts\n    #1 alpha  POST /abc/v1/webhook/register {"callbackUrl":"https://callback.conformance.example/a"} → HTTP 200',
  );
  expect(reported({ verbose: true })).toContain(
    '· callback-url.unusual-forms  {"accepted":true,"id":9007199254740993}',
  );
});

test("progress outside of a terminal is a line every five seconds", () => {
  vi.useFakeTimers({ now: 0 });
  try {
    const written: string[] = [];
    const report = new ProgressReport({ write: (text) => written.push(text) }, { quiet: false });
    report.planned(new Map([["query.answers", 0]]));
    for (const now of [0, 4_999, 5_000, 5_001, 10_000]) {
      vi.setSystemTime(now);
      report.started("query.answers");
    }
    expect(written).toEqual(["2/1 · query.answers\n", "4/1 · query.answers\n"]);
  } finally {
    vi.useRealTimers();
  }
});

const STANDING = { current: "query.answers", done: 5, planned: 9, left: 100, sent: 100, failed: 0 };
const NO_WAITS = { waitedSeconds: 0, waitsDone: 0, waitsLeft: 0 };

test.each([
  ["requests give the rate", 10_000, {}, "5/9 · 100 requests · 10/s · about 10 s left · query.answers"],
  ["failures are counted", 1_000, { failed: 2 }, "5/9 · 100 requests · 2 failed so far · query.answers"],
  ["where nothing is sent, no requests are counted", 6_000, { sent: undefined }, "5/9 · query.answers"],
  [
    "waits for the target do not change the remaining time",
    80_000,
    { waitedSeconds: 70 },
    "5/9 · 100 requests · 1/s · about 10 s left · query.answers",
  ],
  [
    "waits for deliveries count towards the time that is left, and not towards the rate of the requests",
    80_000,
    { waitsDone: 70, waitsLeft: 30 },
    "5/9 · 100 requests · 1/s · about 40 s left · query.answers",
  ],
])("progress: %s", (_, elapsedMs, rest, line) => {
  expect(progressLine({ ...STANDING, ...NO_WAITS, ...rest }, elapsedMs)).toBe(line);
});

test("the time that is left comes from the requests of the checks that are left, not from their number", () => {
  vi.useFakeTimers({ now: 0 });
  try {
    const written: string[] = [];
    const stream = { isTTY: true, columns: 200, write: (text: string) => written.push(text) };
    const report = new ProgressReport(stream, { quiet: false });
    const costs = { "query.answers": 10, "callback-url.unusual-forms": 100, "envelope.json-object": 0 };
    report.planned(new Map(Object.entries(costs)));
    report.started("query.answers");
    vi.setSystemTime(10_000);
    const [judgement] = exampleJudgements();
    if (judgement === undefined) throw new Error("there is no example of a judgement");
    report.judged(judgement, { sent: 10, retried: 0, rateLimited: 0 }, 5);
    report.started("callback-url.unusual-forms");
    expect(written.at(-1)).toContain("1/3 · 10 requests · 1/s · about 50 s left");
    report.started("envelope.json-object");
    expect(written.at(-1)).toContain("2/3 · 10 requests · 1/s · envelope.json-object");
  } finally {
    vi.useRealTimers();
  }
});
