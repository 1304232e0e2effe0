import { expect, test } from "vitest";
import type { Fate } from "./fate.ts";
import { settle } from "./settle.ts";
import { readSurvivors } from "./survivors.ts";

const survived = (differs = false, undecided: readonly string[] = []): Fate => ({
  kind: "survived",
  differs,
  undecided,
});
const killed: Fate = { kind: "killed", by: "register.accepts", verdict: "failed" };

test("mutants are counted by what became of them", () => {
  const fates = new Map<string, Fate>([
    ["a", killed],
    ["b", { kind: "endless" }],
    ["c", { kind: "not-reached" }],
    ["d", survived()],
    ["e", survived(true)],
  ]);
  const classified = [
    { name: "c", class: "unreached" },
    { name: "d", class: "equivalent" },
    { name: "e", class: "unspecified" },
  ] as const;
  expect(settle(fates, classified, true)).toEqual({
    counts: {
      mutants: 5,
      killed: 1,
      timedOut: 1,
      notReached: 1,
      survivors: { equivalent: 1, unspecified: 1, undecided: 0, hole: 0 },
    },
    problems: [],
  });
});

test.for([
  ["a new survivor", survived(true), undefined, "not classified: a (some answers differ)"],
  ["a killed one", killed, "hole", "stale, killed by register.accepts: a"],
  ["an endless one", { kind: "endless" }, "equivalent", "stale, endless: a"],
  [
    "one that nothing reaches",
    { kind: "not-reached" },
    undefined,
    "not classified: a (no request reaches it)",
  ],
  [
    "one that nothing reaches any more",
    { kind: "not-reached" },
    "equivalent",
    "not equivalent, but unreached: a",
  ],
  ["one that is reached by now", survived(), "unreached", "not unreached, it survives: a"],
  ["one that is not equivalent", survived(true), "equivalent", "not equivalent, some answers differ: a"],
  [
    "one that leaves a check open",
    survived(true, ["query.repeatable"]),
    "unspecified",
    "not unspecified, query.repeatable came to no judgement: a",
  ],
] as const)("%s is a problem", ([, fate, found, problem]) => {
  const classified = found === undefined ? [] : [{ name: "a", class: found }];
  expect(settle(new Map([["a", fate]]), classified, true).problems).toEqual([problem]);
});

test("an entry whose mutant is gone is a problem only when all mutants were judged", () => {
  const classified = [{ name: "gone", class: "hole" }] as const;
  expect(settle(new Map(), classified, true).problems).toEqual(["stale, there is no such mutant: gone"]);
  expect(settle(new Map(), classified, false).problems).toEqual([]);
});

test("no mutant is classified twice", () => {
  const text = "- { class: hole, reason: a, mutants: [x] }\n- { class: equivalent, reason: b, mutants: [x] }";
  expect(() => readSurvivors(text)).toThrow('Cannot classify "x": it is classified twice');
});
