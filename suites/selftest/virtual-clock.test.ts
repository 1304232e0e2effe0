import { expect, test } from "vitest";
import { virtualClock } from "./virtual-clock.ts";

test("who sleeps shorter wakes earlier, at the time for which it asked", async () => {
  const { now, sleep } = virtualClock();
  const start = now();
  const woken: [name: string, after: number][] = [];
  const nap = async (name: string, ms: number) => {
    await sleep(ms);
    woken.push([name, Math.round((now() - start) / 100) * 100]);
  };
  await Promise.all([nap("long", 700), nap("short", 200).then(async () => nap("again", 200))]);
  expect(woken).toEqual([
    ["short", 200],
    ["again", 400],
    ["long", 700],
  ]);
});

test("no sleeper wakes while other work goes on", async () => {
  const { sleep } = virtualClock();
  const seen: string[] = [];
  const sleeper = sleep(0).then(() => seen.push("woken"));
  for (let step = 0; step < 50; step += 1) await Promise.resolve();
  seen.push("done");
  await sleeper;
  expect(seen).toEqual(["done", "woken"]);
});
