import { join } from "node:path";
import { expect, test } from "vitest";
import type { CheckResult } from "../../engine/record/result.ts";
import { exampleCheck, exampleHeader } from "../../reporters/testing/example-result.ts";
import { catalogue } from "../catalogue.ts";
import { storeResult } from "../testing/store-result.ts";
import { temporaryFolder } from "../testing/temporary-folder.ts";
import { failedSelection } from "./failed-selection.ts";

const { depth, seed } = exampleHeader;

function stored(...checks: readonly (Partial<CheckResult> & Pick<CheckResult, "requirement" | "verdict">)[]) {
  const file = join(temporaryFolder(), "conformance.json");
  storeResult(
    file,
    checks.map((check) => ({ ...exampleCheck("register.stores"), ...check })),
  );
  return file;
}

function selected(failedIn: string, others: Partial<Parameters<typeof failedSelection>[0]> = {}) {
  return failedSelection({ failedIn, selectors: [], depth, seed, ...others }, catalogue);
}

test("failures run again, with the failures that explain them, the owners of their ground, and the checks whose answers showed them", () => {
  const file = stored(
    { requirement: "register.stores", verdict: "failed", follows: ["register.replaces"] },
    { requirement: "register.replaces", verdict: "warned", follows: ["query.answers"] },
    { requirement: "query.answers", verdict: "inconclusive" },
    { requirement: "disable.again", verdict: "passed" },
    {
      requirement: "envelope.data-boolean",
      verdict: "failed",
      violation: { expected: "a boolean", actual: "1", during: "disable.again" },
    },
  );
  expect(selected(file)).toEqual({
    selectors: [
      "envelope.data-boolean",
      "disable.again",
      "versioning.path-prefix",
      "api-key.suffices",
      "register.replaces",
      "register.stores",
      "query.answers",
      "query.needs-no-body",
    ].toSorted((one, other) => catalogue.ids.indexOf(one) - catalogue.ids.indexOf(other)),
    failedIn: exampleHeader.runId,
    notes: [],
  });
});

test("ids that are gone are named, and so are another depth and seed", () => {
  const file = stored(
    { requirement: "register.stores", verdict: "failed" },
    { requirement: "register.former", verdict: "failed" },
  );
  expect(selected(file, { depth: "deep", seed: "fresh" })).toMatchObject({
    selectors: ["register.stores"],
    notes: [
      "Not run again: register.former is not in this version of the catalogue.",
      `The earlier run had depth ${depth} and seed ${seed}. To try the same cases again, add --depth ${depth} --seed ${seed}.`,
    ],
  });
  const gone = stored({ requirement: "register.former", verdict: "failed" });
  expect(() => selected(gone)).toThrow("register.former is not in this version of the catalogue");
});
