import { expect, test } from "vitest";
import { MemoryBudget } from "../../../receiver/memory-budget.ts";
import { Desk, atDesk } from "../../../receiver/desk.ts";
import { watchOn } from "./watch.ts";

const desk = new Desk({ now: () => 0, ticks: () => 0, budget: new MemoryBudget(1_000) });
const receiver = atDesk(desk, {
  url: "https://hooks.example",
  endsTls: true,
  isSelfSigned: true,
  brokenOff: () => 0,
  lapses: [],
  close: async () => undefined,
});

test("a way that drops one of several requests at once shows nothing about a target", async () => {
  let proofs = 0;
  const prove = async () => ((proofs += 1) % 8 === 0 ? "was answered HTTP 429" : undefined);
  const watch = watchOn(() => ({ ...receiver, prove }));
  await expect(watch.assertReachable()).rejects.toThrow("our own request to it was answered HTTP 429");
});

test("a receiver that keeps no more says nothing of a target, also to checks that begin later", () => {
  const watch = watchOn(() => receiver);
  expect(watch.assertNoLapse).not.toThrow();
  const body = Buffer.alloc(2_000);
  desk.receive({ method: "POST", target: "/", headers: [], body, isCut: false, tls: undefined });
  expect(receiver.arrivals).toEqual([]);
  expect(watch.assertNoLapse).toThrow("it received more than it keeps for one run");
  expect(watchOn(() => receiver).assertNoLapse).toThrow("it received more than it keeps for one run");
});
