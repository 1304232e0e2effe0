import { expect, test } from "vitest";
import { exampleCheck } from "../../reporters/testing/example-result.ts";
import type { AnyRequirement } from "../requirement/catalogue.ts";
import type { PlannedRow } from "../plan/plan.ts";
import { run } from "./run.ts";
import { type JudgedTarget, Steps } from "./steps.ts";
import { Tally } from "./tally.ts";

const NOTHING_SENT = { sent: 0, retried: 0, rateLimited: 0 };
const rows = ["register.accepts", "register.stores", "query.answers"].map(
  (id): PlannedRow<AnyRequirement> => ({
    requirement: { id, level: "stated", sections: ["1"], text: "It is so." },
    unselected: false,
    why: undefined,
  }),
);

/** Runs the rows against a target that is like this. */
async function ran(
  like: Partial<JudgedTarget<AnyRequirement>> | Error,
  signal: AbortSignal = new AbortController().signal,
) {
  const log: string[] = [];
  const target: JudgedTarget<AnyRequirement> = {
    judge: async ({ id }) => ({ requirement: id, result: exampleCheck(id), exchanges: [] }),
    counts: NOTHING_SENT,
    returned: [],
    noticed: [],
    close: async () => void log.push("closed"),
    ...(like instanceof Error ? {} : like),
  };
  const tally = new Tally([{ started: (id) => log.push(id) }], { text: (text) => text });
  const open = async () => (like instanceof Error ? Promise.reject(like) : target);
  await run(rows, new Steps(open, { pins: {}, waivers: [] }), { tally, signal });
  return { log, tally, judged: tally.judgements.map(({ requirement }) => requirement) };
}

test("every row is judged, in order, and the target is closed", async () => {
  const { log, tally, judged } = await ran({});
  expect(judged).toEqual(rows.map(({ requirement }) => requirement.id));
  expect(log).toEqual([...judged, "closed"]);
  expect(tally.defects.size).toBe(0);
});

test("a check in progress at the signal gets no verdict, and none is begun after it", async () => {
  const controller = new AbortController();
  const { log, judged } = await ran(
    {
      async judge({ id }) {
        if (id === "register.stores") controller.abort();
        return { requirement: id, result: exampleCheck(id), exchanges: [] };
      },
    },
    controller.signal,
  );
  expect(judged).toEqual(["register.accepts"]);
  expect(log.filter((line) => line !== "closed")).toEqual(["register.accepts", "register.stores"]);
  expect(log).toContain("closed");
});

test("where no valid request is accepted nothing is judged", async () => {
  const refusal = { code: "unknown-key", reason: "Nobody has that key." } as const;
  const { log, tally, judged } = await ran({ refusal });
  expect({ judged, refusal: tally.progress.refusal }).toEqual({ judged: [], refusal });
  expect(log).toEqual(["register.accepts", "closed"]);
});

test("a target that cannot be opened is a defect, reported once", async () => {
  const { tally, judged } = await ran(new Error("planted"));
  expect(judged).toEqual([]);
  expect([...tally.defects].join()).toContain("planted");
});
