import { expect, test } from "vitest";
import { newHook } from "../urls/hook.ts";
import { PlannedFailures } from "./planned-failures.ts";

const FAILED = { status: 500 };
const failing = (count: number) => Array.from({ length: count }, () => FAILED);

test("a run fails 128 deliveries at most, and what was planned and not needed does not count", () => {
  const failures = new PlannedFailures();
  const [one, other] = ["alpha", "beta"].map((owner) => newHook("https://h.example", "run", owner));
  if (one === undefined || other === undefined) throw new Error("Two hooks are missing");
  failures.plan(one, failing(123), []);
  expect(() => failures.plan(other, failing(6), [])).toThrow("6 more are needed here, and 5 are left");
  const came = {
    number: 1,
    method: "POST",
    target: one.target,
    headers: [],
    body: Buffer.of(),
    isCut: false,
  };
  const all = [{ ...came, tls: undefined, at: 0, ticks: 0, answer: FAILED }];
  failures.plan(one, [], all);
  expect(failures.left(all)).toBe(127);
});
