import { expect, test } from "vitest";
import { Pace } from "./pace.ts";

function recorded() {
  const changes: string[] = [];
  const pace = new Pace({
    take: async () => 0,
    slowDown: () => void changes.push("slower"),
    speedUp: () => void changes.push("faster"),
  });
  return { pace, changes };
}

test("a request that is throttled now and then is waited for, and no more", () => {
  const { pace, changes } = recorded();
  for (const number of [5, 25, 50]) pace.throttled(number, number);
  expect(changes).toEqual([]);
});

test("a request that is throttled soon again slows the run down", () => {
  const { pace, changes } = recorded();
  for (const number of [5, 7, 9]) pace.throttled(number, number);
  expect(changes).toEqual(["slower", "slower"]);
});

test("requests that are throttled together count once", () => {
  const { pace, changes } = recorded();
  pace.throttled(1, 1);
  for (const number of [3, 4, 5, 6]) pace.throttled(number, 6);
  expect(changes).toEqual(["slower"]);
});

test("fifty answers in a row make it faster again", () => {
  const { pace, changes } = recorded();
  pace.throttled(1, 1);
  pace.throttled(2, 2);
  for (let sent = 3; sent <= 102; sent += 1) pace.answered(sent);
  expect(changes).toEqual(["slower", "faster", "faster"]);
});
