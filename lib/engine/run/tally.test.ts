import { expect, test } from "vitest";
import { Redactor } from "../../secrets/redactor.ts";
import { Tally } from "./tally.ts";

test("a defect outside of the checks is kept once, without secrets, whatever it quotes", () => {
  const redactor = new Redactor();
  redactor.add("key-7f3a9c21", "alpha.apiKey");
  const tally = new Tally([], redactor);
  const quoting = `cannot sign with key-7f3a9c21, ${Buffer.from("key-7f3a9c21").toString("base64")}`;
  const error = new Error(quoting);
  error.stack = `Error: ${quoting}\n    at signer.js:1`;
  for (const thrown of [error, quoting, quoting]) tally.broke(thrown);
  expect([...tally.defects]).toEqual([
    "Error: cannot sign with [alpha.apiKey], [alpha.apiKey]\n    at signer.js:1",
    "cannot sign with [alpha.apiKey], [alpha.apiKey]",
  ]);
});
