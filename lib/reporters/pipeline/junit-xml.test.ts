import { expect, test } from "vitest";
import { junitXml } from "./junit-xml.ts";
import { exampleJudgements, exampleResult, exampleExchange, resultOf } from "../testing/example-result.ts";
import { xmlText } from "../../text/xml-text.ts";

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

interface Element {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: Element[];
}

/** The schema of Jenkins, the strictest consumer: attributes and children by element. */
const ADMITTED: Readonly<Record<string, { attributes: readonly string[]; children: readonly string[] }>> = {
  testsuites: {
    attributes: ["name", "tests", "failures", "errors", "skipped", "time"],
    children: ["testsuite"],
  },
  testsuite: {
    attributes: ["name", "tests", "failures", "errors", "skipped", "time", "timestamp"],
    children: ["testcase"],
  },
  testcase: {
    attributes: ["name", "classname", "time"],
    children: ["properties", "failure", "error", "skipped", "system-out"],
  },
  properties: { attributes: [], children: ["property"] },
  property: { attributes: ["name", "value"], children: [] },
  failure: { attributes: ["type", "message"], children: [] },
  error: { attributes: ["type", "message"], children: [] },
  skipped: { attributes: ["message"], children: [] },
  "system-out": { attributes: [], children: [] },
};

const stale = {
  requirement: "register.accepts" as const,
  reason: "r",
  owner: "o",
  expires: "2999-01-01",
  at: { file: "w.yaml", line: 1, column: 1 },
};

const results = {
  "every verdict": exampleResult(),
  interrupted: resultOf([], {
    ending: { judgements: exampleJudgements(), interrupted: true, reason: "6 of 137 checks ran." },
  }),
  "no check": resultOf([], { ending: { unreachable: true, reason: "refused" } }),
  "a stale waiver": resultOf([], {
    ending: { judgements: exampleJudgements() },
    terms: { waivers: [stale] },
  }),
};

test.each(Object.entries(results))(
  "%s: only admitted elements and attributes, and sums that are right",
  (_, result) => {
    const root = parsed(junitXml(result, exampleJudgements()));
    expect(root.name).toBe("testsuites");
    expect(all(root).flatMap(notAdmitted)).toEqual([]);
    for (const element of [root, ...root.children]) {
      const cases = all(element).filter(({ name }) => name === "testcase");
      const having = (child: string) =>
        cases.filter(({ children }) => children.some(({ name }) => name === child));
      expect(element.attributes).toMatchObject({
        tests: String(cases.length),
        failures: String(having("failure").length),
        errors: String(having("error").length),
        skipped: String(having("skipped").length),
      });
      expect(element.attributes["time"]).toMatch(/^\d+(\.\d+)?$/);
    }
  },
);

test("every case of a requirement says which, its level and its sections, before anything else", () => {
  const judged = [results["every verdict"], results["a stale waiver"]];
  const cases = judged.flatMap((result) =>
    all(parsed(junitXml(result, exampleJudgements()))).filter(({ name }) => name === "testcase"),
  );
  expect(cases.length).toBeGreaterThan(10);
  for (const { children } of cases) {
    const [first] = children;
    expect(first?.children.map(({ attributes }) => attributes["name"])).toEqual([
      "requirement",
      "level",
      "sections",
    ]);
    expect(first?.children.map(({ attributes }) => attributes["value"])).not.toContain("");
  }
});

test("every case has its own name, by which consumers follow it from run to run", () => {
  const cases = all(parsed(junitXml(exampleResult(), exampleJudgements()))).filter(
    ({ name }) => name === "testcase",
  );
  const names = cases.map(({ attributes }) => `${attributes["classname"]}.${attributes["name"]}`);
  expect(new Set(names).size).toBe(names.length);
});

function notAdmitted({ name, attributes, children }: Element): string[] {
  const admitted = ADMITTED[name];
  return [
    ...Object.keys(attributes).filter((attribute) => admitted?.attributes.includes(attribute) !== true),
    ...children.map((child) => child.name).filter((child) => admitted?.children.includes(child) !== true),
  ].map((what) => `${name}: ${what}`);
}

function all(element: Element): Element[] {
  return [element, ...element.children.flatMap(all)];
}

function parsed(xml: string): Element {
  const top: Element = { name: "", attributes: {}, children: [] };
  const open = [top];
  for (const [, closing, name = "", attributes = "", single] of xml.matchAll(
    /<(\/?)([\w-]+)((?:\s[\w-]+="[^"<]*")*)\s*(\/?)>/g,
  )) {
    if (closing !== "") {
      if (open.pop()?.name !== name) throw new Error(`Cannot parse: </${name}> closes another element`);
      continue;
    }
    const pairs = [...attributes.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, key = "", value = ""]) => [
      key,
      value,
    ]);
    const element: Element = { name, attributes: Object.fromEntries(pairs), children: [] };
    open.at(-1)?.children.push(element);
    if (single === "") open.push(element);
  }
  expect(open).toEqual([top]);
  return top.children[0] ?? top;
}
