import { expect, test } from "vitest";
import { judgeObservation } from "./judge-observation.ts";
import type { Parts } from "../requirement/parts.ts";
import { InapplicableError, InconclusiveError } from "../record/verdict.ts";

const seen = (value: number) => ({ value, stable: true });
const missing = { error: new InconclusiveError("Nothing came.") };
const foreign = { error: new InapplicableError("No second merchant.") };

/** The verdict of a pin, with what it says. */
async function verdictOf(pin: unknown, parts: Parts): Promise<unknown> {
  const one = { id: "a.b", level: "unspecified", sections: ["1"], text: "It is so.", presumes: [] } as const;
  const target = {
    begin: () => undefined,
    given: () => ({ listening: false }),
    record: { exchanges: [], redact: (text: string) => text },
    counts: { sent: 0 },
    returned: { never: () => false, names: [] },
    pins: { "a.b": pin },
  };
  const { result } = await judgeObservation({ ...one, observe: async () => parts }, target);
  if (!("verdict" in result)) return result;
  const { verdict, violation, reason } = result;
  return [verdict, reason ?? violation];
}

test("a pin of a part that the observation does not have fails", async () => {
  const violation = { expected: "statsu: 400", actual: "statsu: not observed" };
  expect(await verdictOf({ statsu: 400 }, { status: seen(400) })).toEqual(["failed", violation]);
  expect(await verdictOf({ statsu: 400 }, {})).toEqual(["failed", violation]);
});

test("the exchange of the part that drifted is shown", async () => {
  const parts = { code: { ...seen(1), exchange: 2 }, status: { ...seen(422), exchange: 5 } };
  expect(await verdictOf({ code: 2, status: 422 }, parts)).toEqual([
    "failed",
    { expected: "code: 2", actual: "code: 1", exchange: 2 },
  ]);
});

test("a pinned part without a value decides nothing, or as much as the others show", async () => {
  expect(await verdictOf({ code: 1, msg: 2 }, { code: seen(1), msg: missing })).toEqual([
    "inconclusive",
    "msg: Nothing came.",
  ]);
  expect(await verdictOf({ code: 1, id: 2 }, { code: seen(1), id: foreign })).toEqual(["passed", undefined]);
  expect(await verdictOf({ id: 2 }, { code: seen(1), id: foreign })).toEqual([
    "inapplicable",
    "id: No second merchant.",
  ]);
  expect(await verdictOf({ id: 2 }, { id: foreign })).toEqual(["inapplicable", "id: No second merchant."]);
});

test("a defect of the suite in one part is never a value", async () => {
  const broken = { error: new TypeError("planted") };
  expect(await verdictOf({ code: 1 }, { code: seen(1), msg: broken })).toEqual([
    "errored",
    expect.stringContaining("planted"),
  ]);
});
