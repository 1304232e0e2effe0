import { expect, test } from "vitest";
import { junitXml } from "./pipeline/junit-xml.ts";
import { reportHtml } from "./page/report-html.ts";
import { summaryMarkdown } from "./pipeline/summary-markdown.ts";
import { TerminalReport } from "./run/terminal-report.ts";
import { exampleHeader, exampleJudgements, exampleResult, HOSTILE } from "./testing/example-result.ts";

// oxlint-disable-next-line no-control-regex -- what must not come through
const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/;

test("text of a target does nothing to a terminal", () => {
  const written: string[] = [];
  const stream = { write: (text: string) => written.push(text) };
  const report = new TerminalReport({
    stream,
    paint: (_, text) => text,
    quiet: false,
    verbose: true,
    folder: "results",
    page: "summary.md",
  });
  report.begin(exampleHeader);
  for (const judgement of exampleJudgements())
    report.judged(judgement, { sent: 1, retried: 0, rateLimited: 0 }, 0);
  report.end(exampleResult(), exampleJudgements());
  const text = written.join("");
  expect(text).not.toMatch(CONTROL);
  expect(text).toContain(String.raw`\x1b[31m`);
});

test("text of a target is no XML in junit.xml", () => {
  const xml = junitXml(exampleResult(), exampleJudgements());
  expect(xml).not.toMatch(CONTROL);
  expect(xml).not.toContain("<script");
  expect(xml).toContain(String.raw`\x00`);
});

test("text of a target is neither markup nor a mention in summary.md: it stands in code, which it cannot end", () => {
  const hostile = exampleResult();
  const result = {
    ...hostile,
    target: { ...hostile.target, name: `${HOSTILE} \``, baseUrl: `\`\` ${HOSTILE}` },
    reason: HOSTILE,
    waivers: [
      {
        requirement: "register.accepts" as const,
        file: HOSTILE,
        line: 1,
        reason: HOSTILE,
        owner: "o",
        expires: "2026-01-01",
        state: "stale" as const,
      },
    ],
  };
  const markdown = summaryMarkdown(result, exampleJudgements());
  expect(markdown).not.toMatch(CONTROL);
  expect(markdown).toContain("<script");
  expect(withoutCode(markdown)).not.toMatch(/[<>@[\]`\\]|https?:|^# h/m);
});

test("text of a target is only text in the page of the results", () => {
  const page = reportHtml({ result: exampleResult(), evidence: exampleJudgements(), earlier: [] });
  expect(page).not.toMatch(CONTROL);
  expect(page.match(/<script/g)).toHaveLength(1);
  expect(page).toContain("&lt;script&gt;alert(1)&lt;/script&gt;");
});

/** The text outside of the code spans of each line, as CommonMark reads them. */
function withoutCode(markdown: string): string {
  return markdown.replace(/(?<!`)(`+)(?!`)(.*?)(?<!`)\1(?!`)/g, "CODE");
}
