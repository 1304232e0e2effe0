import { expect, test } from "vitest";
import { mutants } from "../../lib/cli/mutants.ts";
import { judgeReference } from "./judge-reference.ts";
import { idsWith } from "./judge-target.ts";

const READ_THE_URL = [
  "concurrency.ends-whole",
  "concurrency.reads-registered",
  "isolation.any-sequence",
  "isolation.concurrent",
  "lifecycle.any-sequence",
  "lifecycle.reads-follow-writes",
  "register.reads-body-alone",
];

test("no check that reads the callback URL passes where it is shown as an object", async () => {
  const mutant = mutants.find(({ name }) => name === "shows-callback-url-as-an-object");
  if (mutant === undefined) throw new Error("The mutant is missing");
  const selectors = ["concurrency", "isolation", "lifecycle", "register", "configuration"];
  const report = await judgeReference({ mutant, selectors });
  expect(idsWith(report, "failed")).toEqual(["configuration.callback-url-string"]);
  expect(idsWith(report, "inconclusive")).toEqual(expect.arrayContaining(READ_THE_URL));
});
