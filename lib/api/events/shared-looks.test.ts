import { expect, test } from "vitest";
import { InconclusiveError } from "../../engine/verdict.ts";
import { SharedLooks } from "./shared-looks.ts";

const KEPT = ["delivery.retries"];

async function unusual(): Promise<never> {
  throw new InconclusiveError("A delivery came late.");
}

async function defect(): Promise<never> {
  throw new TypeError("broken");
}

/** A merchant that counts its queries. */
function counting() {
  let queries = 0;
  const merchant = { name: "alpha", configuration: async () => ({ retryCount: (queries += 1) }) };
  return { merchant, queries: () => queries };
}

test("a look is made once", async () => {
  const looks = new SharedLooks();
  const key = {};
  let times = 0;
  const look = async () => {
    times += 1;
    return KEPT;
  };
  expect([await looks.make(key, look), await looks.make(key, look)]).toEqual([KEPT, KEPT]);
  expect(times).toBe(1);
});

test("a look that sees anything unusual passes nothing, and is the last one", async () => {
  const looks = new SharedLooks();
  const before = {};
  await looks.make(before, async () => KEPT);
  expect(await looks.make({}, unusual)).toEqual([]);
  expect(await looks.make({}, async () => KEPT)).toEqual([]);
  expect(await looks.make(before, unusual)).toEqual(KEPT);
});

test("a defect in a look stays a defect", async () => {
  await expect(new SharedLooks().make({}, defect)).rejects.toThrow("broken");
});

test("only a look takes a configuration as the run has last seen it", async () => {
  const looks = new SharedLooks();
  const { merchant, queries } = counting();
  await looks.configuration(merchant);
  await looks.configuration(merchant);
  expect(queries()).toBe(2);
  await looks.make({}, async () => {
    await looks.configuration(merchant);
    expect(queries()).toBe(2);
    looks.forget(merchant);
    await looks.configuration(merchant);
    return [];
  });
  expect(queries()).toBe(3);
  expect(await looks.lastSeen(merchant)).toEqual({ retryCount: 3 });
});
