import { expect, test } from "vitest";
import { buildRunResult } from "./build-run-result.ts";
import { junitXml } from "./junit-xml.ts";
import { exampleHeader, exampleResult } from "./testing/example-result.ts";

test("a failed check is a failure, a defect and an undecided one are errors, and what is not covered is skipped", () => {
  const xml = junitXml(exampleResult());
  expect(xml).toContain('tests="8" failures="1" errors="2" skipped="3"');
  expect(xml).toContain('<property name="sections" value="1, 2.1, 3.2"/></properties><failure type="stated"');
  expect(xml).toContain('<error type="errored" message="TypeError: planted">');
  expect(xml).toContain('<error type="inconclusive" message="');
  expect(xml).not.toMatch(/skipped message="inconclusive/);
  expect(xml).toContain('<skipped message="uncovered: a second merchant in `merchants`"/>');
  expect(xml).toContain('<testcase name="register.accepts" classname="register" time="0.013"><properties>');
  expect(xml).toContain("<system-out>warned: `msg` is absent</system-out>");
});

test("a run without any check is an error, not an empty file that looks green", () => {
  const requests = { sent: 0, retried: 0, rateLimited: 0 };
  const reason = "The first request got no answer.";
  const xml = junitXml(
    buildRunResult(exampleHeader, {
      judgements: [],
      requests,
      restored: [],
      unreachable: true,
      reason,
      durationMs: 3,
    }),
  );
  expect(xml).toContain(`<error type="unreachable" message="${reason}"/>`);
});
