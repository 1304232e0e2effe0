import { expect, test } from "vitest";
import { buildRunResult } from "./build-run-result.ts";
import { junitXml } from "./junit-xml.ts";
import { exampleHeader, exampleResult } from "./testing/example-result.ts";

test("a failed, an errored and an undecided check are a failure, an error and a skipped case", () => {
  const xml = junitXml(exampleResult());
  expect(xml).toContain('tests="8" failures="1" errors="1" skipped="4"');
  expect(xml).toContain(
    '<testcase name="register.stores" classname="register" time="0.013"><failure type="stated"',
  );
  expect(xml).toContain('<error type="errored" message="TypeError: planted">');
  expect(xml).toContain('<skipped message="uncovered: a second merchant in `merchants`"/>');
  expect(xml).toContain('<testcase name="register.accepts" classname="register" time="0.013"/>');
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
