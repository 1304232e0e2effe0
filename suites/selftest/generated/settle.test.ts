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

test("mutants are counted by what became of them, and those that were not judged by what is written down", () => {
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
    { name: "f", class: "unspecified" },
    { name: "g", class: "unreached" },
  ] as const;
  const names = [...fates.keys(), "f", "g"];
  expect(settle({ names, fates, classified, complete: true })).toEqual({
    counts: {
      mutants: 7,
      killed: 1,
      timedOut: 1,
      notReached: 2,
      survivors: { equivalent: 1, unspecified: 2, undecided: 0, hole: 0 },
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
  const fates = new Map([["a", fate]]);
  expect(settle({ names: ["a"], fates, classified, complete: true }).problems).toEqual([problem]);
});

test("an entry whose mutant is gone is a problem only when all mutants were looked at", () => {
  const one = {
    names: [],
    fates: new Map<string, Fate>(),
    classified: [{ name: "gone", class: "hole" }],
  } as const;
  expect(settle({ ...one, complete: true }).problems).toEqual(["stale, there is no such mutant: gone"]);
  expect(settle({ ...one, complete: false }).problems).toEqual([]);
});

test("no mutant is classified twice", () => {
  const text = "- { class: hole, reason: a, mutants: [x] }\n- { class: equivalent, reason: b, mutants: [x] }";
  expect(() => readSurvivors(text)).toThrow('Cannot classify "x": it is classified twice');
});
