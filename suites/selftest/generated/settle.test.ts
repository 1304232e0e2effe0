import { expect, test } from "vitest";
import { type Fate, settle } from "./settle.ts";

const survived = (differs = false, undecided: readonly string[] = []): Fate => ({
  kind: "survived",
  differs,
  undecided,
});
const killed: Fate = { kind: "killed", by: "register.accepts", verdict: "failed" };

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
