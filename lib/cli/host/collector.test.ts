import { expect, test } from "vitest";
import { Redactor } from "../../secrets/redactor.ts";
import { Collector } from "./collector.ts";

test("what breaks outside of the checks is kept once, without secrets, whatever it quotes", () => {
  const redactor = new Redactor();
  redactor.add("key-7f3a9c21", "alpha.apiKey");
  const listener = { planned: () => undefined, started: () => undefined, judged: () => undefined };
  const collector = new Collector(listener, redactor);
  const quoting = `cannot sign with key-7f3a9c21, ${Buffer.from("key-7f3a9c21").toString("base64")}`;
  collector.onTestRunEnd([], [{ message: "", stack: `Error: ${quoting}\n    at signer.js:1` }]);
  collector.onTestRunEnd([], [{ message: quoting }, { message: quoting }]);
  expect([...collector.defects]).toEqual([
    "Error: cannot sign with [alpha.apiKey], [alpha.apiKey]\n    at signer.js:1",
    "cannot sign with [alpha.apiKey], [alpha.apiKey]",
  ]);
});
