import { expect, test } from "vitest";
import { xmlText } from "../../text/xml-text.ts";
import type { PastRun } from "../history/history-line.ts";
import type { RunResult } from "../stored/run-result.ts";
import {
  exampleCheck,
  exampleExchange,
  exampleHeader,
  exampleJudgements,
  exampleResult,
  resultOf,
} from "../testing/example-result.ts";
import { reportHtml } from "./report-html.ts";

const MAX_BYTES = 300_000;

const result = exampleResult();
const page = reportHtml({ result, evidence: exampleJudgements(), earlier: [] });

function unreached(): RunResult {
  return resultOf([], {
    ending: { unreachable: true, reason: "Cannot reach <it>: nothing listens there." },
  });
}

/** The page of a run after other ones. */
function after(runs: readonly PastRun[]): string {
  return reportHtml({ result, evidence: exampleJudgements(), earlier: runs });
}

/** The start of a run of the same target, with one verdict of one check. */
function earlier(startedAt: string, verdict: "passed" | "failed"): PastRun {
  const checks = new Map([["register.stores", verdict] as const]);
  const { target } = exampleHeader;
  const facts = { runId: "cc-0", suite: "0.1.0", depth: "quick", requests: 1, durationMs: 1 };
  return { ...facts, startedAt, target, verdict: "conformant", checks };
}

test("headings descend one by one, and the parts are landmarks with labels", () => {
  const levels = [...page.matchAll(/<h(\d)/g)].map(([, level]) => Number(level));
  const jumps = levels.filter((level, at) => level > (levels[at - 1] ?? 0) + 1);
  expect(levels.filter((level) => level === 1)).toHaveLength(1);
  expect(jumps).toEqual([]);
  const ids = [...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
  for (const [, label] of page.matchAll(/<section [^>]*aria-labelledby="([^"]+)"/g))
    expect(ids).toContain(label);
  expect(page).toMatch(/<html lang="en">[^]*<header[^]*<nav aria-label=[^]*<search [^]*<main>[^]*<footer>/);
});

test("an expectation is a sentence, and what came instead is code", () => {
  const violation = { expected: "`data` true", actual: "`data` false" };
  const checks = result.checks.map((one) => (one.verdict === "failed" ? { ...one, violation } : one));
  const shown = reportHtml({ result: { ...result, checks }, evidence: exampleJudgements(), earlier: [] });
  expect(shown).toContain("<dt>expected</dt><dd><code>data</code> true</dd>");
  expect(shown).toContain("<dt>actual</dt><dd><code>`data` false</code></dd>");
});

test("failures come first, are open, and have all that their reader needs", () => {
  const main = page.slice(page.indexOf("<main>"));
  expect(/<section id="([^"]+)"/.exec(main)?.[1]).toBe("failures");
  const [, article = ""] =
    /<article id="register.stores"[^>]*>\n(<details open>[^]*?)<\/article>/.exec(main) ?? [];
  for (const wanted of [
    "Because|After an accepted register",
    "stated",
    'href="#section-3.2"',
    "the URL as given",
    'href="evidence/register.stores.json"',
    "POST /abc/v1/webhook/register",
  ])
    expect(article).toMatch(new RegExp(wanted));
});

test("every requirement has its place once, with its words, and every link inside the page leads to one", () => {
  const ids = [...page.matchAll(/ id="([^"]+)"/g)].map(([, id = ""]) => id);
  expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([]);
  for (const { requirement, text } of [...result.checks, ...result.observations]) {
    expect(ids).toContain(requirement);
    expect(page.replaceAll(/<\/?code>/g, "`")).toContain(xmlText(text));
  }
  const links = [...page.matchAll(/ href="#([^"]+)"/g)].map(([, id = ""]) => id);
  expect(links.filter((id) => !ids.includes(id))).toEqual([]);
});

test("a failure says since when", () => {
  const days = [earlier("2026-01-01T01:00:00.000Z", "passed"), earlier("2026-01-01T02:00:00.000Z", "failed")];
  expect(after(days)).toMatch(/fails since 1 Jan 2026 \(2 runs\)/);
  expect(after(days.slice(0, 1))).toMatch(/id="register.stores"[^]*?new in this run/);
  expect(after(days)).toMatch(/title="1 failed, since 1 Jan 2026 \(2 runs\)"/);
  expect(page).toContain("This is the first run of this target that this folder remembers.");
});

test("the title has the verdict, and the head what it rests on", () => {
  expect(page).toMatch(/<title>sandbox: defect.*, 1 failure, 1 warned.*<\/title>/);
  expect(page).toContain("<strong>3 of 7</strong> requirements that apply to this target were checked");
});

test("a run without an answer has a page too: the cause, and the next steps", () => {
  const empty = reportHtml({ result: unreached(), evidence: [], earlier: [] });
  expect(empty).toMatch(/<title>sandbox: unreachable.*<\/title>/);
  expect(empty).toContain("Cannot reach &lt;it&gt;: nothing listens there.");
  expect(empty).toContain('<section id="next"');
  expect(empty).not.toMatch(/id="(?:failures|passed|areas)"/);
});

test("the page loads nothing, and its policy forbids it to", () => {
  const ours = page.replaceAll(/<(code|pre)[^>]*>[^]*?<\/\1>/g, "");
  expect(ours).not.toMatch(
    /<i?frame|<img|<link (?!rel="icon" href="data:,")|@import|url\(| src=| style=| on\w+=/,
  );
  expect(page).toMatch(/content="default-src 'none'; style-src 'sha256-[^']+'; script-src 'sha256-[^']+'/);
});

test("a server that breaks everything does not make the page too long to open", () => {
  const body = "x".repeat(50_000);
  const exchanges = Array.from({ length: 8 }, (_, at) => ({
    ...exampleExchange,
    index: at + 1,
    answer: { status: 200, headers: [], body },
  }));
  const judgements = result.checks.map(({ requirement }) => {
    const violation = { expected: body, actual: body, exchange: 8 };
    const check = { ...exampleCheck("register.stores", { verdict: "failed", violation }), requirement };
    return { requirement, result: check, exchanges };
  });
  const broken = resultOf([], { ending: { judgements: judgements.slice(0, 5) } });
  expect(reportHtml({ result: broken, evidence: judgements, earlier: [] }).length).toBeLessThan(
    MAX_BYTES / 2,
  );
});
