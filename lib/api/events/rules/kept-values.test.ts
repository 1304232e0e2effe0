import { expect, test } from "vitest";
import { changedUnlikeOthers, type Retried } from "./kept-values.ts";

/** An event of a merchant, with a body for each attempt. */
function retried(merchant: string, ...values: readonly object[]): Retried {
  return {
    attempts: values.map((value) => ({ body: Buffer.from(JSON.stringify(value)) })),
    factors: [merchant],
  };
}

const four = (value: object) => [value, value, value, value] as const;
const kept = Array.from({ length: 3 }, (_, at) => retried("alpha", ...four({ card: `41${at}` })));
const changed = retried("beta", { card: "42" }, { card: "42" }, { card: "42" }, { card: null });

test("a value that only the retries of one merchant change is shown by its place", () => {
  expect(changedUnlikeOthers(changed, [...kept, changed])).toBe("has another value at /card");
});

test.for<readonly [what: string, own: Retried, others: readonly Retried[]]>([
  ["that another merchant changes too", changed, [...kept, retried("alpha", { card: "1" }, { card: "2" })]],
  ["of which too few retries are known", changed, kept.slice(1)],
  [
    "that others keep, but in fewer retries",
    changed,
    Array.from({ length: 9 }, () => retried("alpha", { card: "41" }, { card: "41" })),
  ],
  [
    "that is a time",
    retried("beta", { at: "2026-01-02T03:04:05Z" }, { at: "2026-01-02T03:04:06Z" }),
    Array.from({ length: 3 }, () => retried("alpha", ...four({ at: "2026-01-02T03:04:05Z" }))),
  ],
  [
    "that names the attempt, for one merchant alone",
    retried("beta", { id: "d-17" }, { id: "d-18" }),
    Array.from({ length: 3 }, () => retried("alpha", ...four({ id: "d-12" }))),
  ],
  [
    "that grows, as a duration does",
    retried("beta", { age: 0 }, { age: 1 }),
    Array.from({ length: 3 }, () => retried("alpha", ...four({ age: 0 }))),
  ],
])("a value %s is not", ([, own, others]) => {
  expect(changedUnlikeOthers(own, others)).toBeUndefined();
});
