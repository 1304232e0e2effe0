import { expect, test } from "vitest";
import { exampleCheck } from "../../reporters/testing/example-result.ts";
import type { AnyRequirement } from "../../engine/requirement/catalogue.ts";
import { Steps } from "../../engine/run/steps.ts";
import { HostedSteps } from "./hosted-steps.ts";
import { selectedTests } from "./selected-tests.ts";

const rowOf = (id: string) => ({
  requirement: { id, level: "stated", sections: [], text: id } satisfies AnyRequirement,
  why: undefined,
  unselected: false,
});
const [first, second, third] = [
  rowOf("register.accepts"),
  rowOf("register.replaces"),
  rowOf("query.answers"),
] as const;

/** Rows that are judged at once, and the order in which they were. */
function hosted() {
  const judged: string[] = [];
  const steps = new Steps(
    async () => ({
      async judge({ id }: AnyRequirement) {
        judged.push(id);
        return { requirement: id, result: exampleCheck(id, { verdict: "passed" }), exchanges: [] };
      },
      counts: { sent: 0, retried: 0, rateLimited: 0 },
      returned: [],
      noticed: [],
      close: async () => undefined,
    }),
    { pins: {}, waivers: [] },
  );
  return { judged, host: new HostedSteps([first, second, third], steps, []) };
}

test("tests may ask in any order: rows are judged in the order of the plan", async () => {
  const { judged, host } = hosted();
  const all = new Set(["register.accepts", "register.replaces", "query.answers"]);
  await Promise.all([host.take(third, all), host.take(first, all), host.take(second, all)]);
  expect(judged).toEqual(["register.accepts", "register.replaces", "query.answers"]);
});

test("the rows that the runner omits are not checked", async () => {
  const { judged, host } = hosted();
  await host.take(third, new Set(["register.replaces", "query.answers"]));
  expect(judged).toEqual(["register.replaces", "query.answers"]);
});

test("after the end nothing more is judged", async () => {
  const { judged, host } = hosted();
  const taken = host.take(third, new Set(["query.answers"]));
  await host.close();
  await expect(taken).rejects.toThrow("the tests have ended");
  expect(judged).toEqual([]);
});

test("selected tests are those that run, at any depth", () => {
  const file = {
    tasks: [
      {
        name: "area",
        mode: "run",
        tasks: [
          { name: "one", mode: "run" },
          { name: "two", mode: "skip" },
        ],
      },
      { name: "three", mode: "queued" },
    ],
  };
  expect([...selectedTests(file)]).toEqual(["one", "three"]);
});
