import { expect, test } from "vitest";
import { isLinearizable, type Timed } from "./linearizable.ts";

const register = (url: string, sentAt: number, answeredAt?: number): Timed => ({
  sentAt,
  answeredAt,
  effect: { kind: "register", url },
});
const query = (url: string, sentAt: number, answeredAt: number): Timed => ({
  sentAt,
  answeredAt,
  effect: { kind: "query", url },
});

test.for<[string, Timed[]]>([
  ["nothing at all", []],
  ["a read of the initial value", [query("old", 1, 2)]],
  ["a read after a write", [register("a", 1, 2), query("a", 3, 4)]],
  ["overlapping writes, read in either order", [register("a", 1, 4), register("b", 2, 3), query("a", 5, 6)]],
  ["a read that overlaps a write and sees the old value", [register("a", 1, 4), query("old", 2, 3)]],
  [
    "old, then new, while the write is under way",
    [register("a", 1, 6), query("old", 2, 3), query("a", 4, 5)],
  ],
  [
    "a write of unknown outcome that took effect late",
    [register("a", 1), query("old", 2, 3), query("a", 4, 5)],
  ],
  ["a write of unknown outcome that never took effect", [register("a", 1), query("old", 2, 3)]],
])("isLinearizable admits %s", ([, history]) => {
  expect(isLinearizable(history, "old")).toBe(true);
});

test.for<[string, Timed[]]>([
  ["a stale read after a write", [register("a", 1, 2), query("old", 3, 4)]],
  ["a value that no request wrote", [register("a", 1, 2), query("b", 3, 4)]],
  [
    "new, then old again, while the write is under way",
    [register("a", 1, 6), query("a", 2, 3), query("old", 4, 5)],
  ],
  ["a write undone by an earlier one", [register("a", 1, 2), register("b", 3, 4), query("a", 5, 6)]],
  [
    "two readers who disagree on the order of two writes",
    [register("a", 1, 2), register("b", 3, 10), query("b", 4, 5), query("a", 6, 7)],
  ],
])("isLinearizable refuses %s", ([, history]) => {
  expect(isLinearizable(history, "old")).toBe(false);
});
