import { expect, test } from "vitest";
import { buildRunResult } from "../run/build-run-result.ts";
import { junitXml } from "./junit-xml.ts";
import { xmlText } from "../../text/xml-text.ts";
import {
  exampleExchange,
  exampleHeader,
  exampleJudgements,
  exampleResult,
} from "../testing/example-result.ts";

test("a failed check is a failure, a defect and an undecided one are errors, and what is not covered is skipped", () => {
  const xml = junitXml(exampleResult(), exampleJudgements());
  expect(xml).toContain('tests="8" failures="1" errors="2" skipped="3"');
  expect(xml).toContain('<property name="sections" value="1, 2.1, 3.2"/></properties><failure type="stated"');
  expect(xml).toContain('<error type="errored" message="TypeError: planted">');
  expect(xml).toContain('<error type="inconclusive" message="');
  expect(xml).not.toMatch(/skipped message="inconclusive/);
  expect(xml).toContain('<skipped message="uncovered: a second merchant in `merchants`"/>');
  expect(xml).toContain('<testcase name="register.accepts" classname="register" time="0.013"><properties>');
  expect(xml).toContain("<system-out>warned: `msg` is absent</system-out>");
});

test("a run that ended early is an error beside the checks that it made", () => {
  const judgements = exampleJudgements();
  const requests = { sent: 3, retried: 0, rateLimited: 0 };
  const reason = "6 of 137 checks ran.";
  const ending = { judgements, requests, restored: [], durationMs: 3, interrupted: true, reason };
  const xml = junitXml(buildRunResult(exampleHeader, ending), judgements);
  expect(xml).toContain('tests="9" failures="1" errors="3" skipped="3"');
  expect(xml).toContain(`<error type="interrupted" message="interrupted: ${reason}"/>`);
});

test("a failure has what was sent and answered, of at most 4 KB", () => {
  const sent = '{"callbackUrl":"https://callback.conformance.example/a"}';
  const short = failureOf(exampleJudgements());
  expect(short).toContain(
    `sent: #1 alpha POST /abc/v1/webhook/register ${xmlText(sent)}&#10;answered: HTTP 200`,
  );
  const body = "z".repeat(50_000);
  const large = { ...exampleExchange, answer: { status: 200, headers: [], body } };
  const long = failureOf(exampleJudgements().map((one) => ({ ...one, exchanges: [large] })));
  expect(long).toContain("sent: #1 alpha POST");
  expect(long).toMatch(/characters\) … z/);
  expect(long.length).toBeLessThan(5_000);
});

function failureOf(judgements: ReturnType<typeof exampleJudgements>): string {
  return /<failure type="stated"[^]*?<\/failure>/.exec(junitXml(exampleResult(), judgements))?.[0] ?? "";
}
