import { expect, test } from "vitest";
import type { Deviation } from "../requirement/deviation.ts";
import type { CheckResult, Judgement } from "../record/result.ts";
import { settleRoots } from "./settle-roots.ts";

const FOUNDATIONS = ["query.changes-nothing", "register.replaces", "register.replaces-near-identical"];
const KEPT: Deviation = { what: "callbackUrl not replaced", when: [] };
const KEPT_WHILE_DISABLED: Deviation = { ...KEPT, when: ["on a disabled configuration"] };
const atDoor = (door: string): Deviation => ({ what: "accepted without a key", door, when: [] });
const CHANGED: Deviation = { what: "id changed", when: [] };
const WAIVER = { reason: "known", owner: "team", expires: "2999-01-01" };

function judged(
  requirement: string,
  verdict: CheckResult["verdict"],
  shows: readonly Deviation[],
  more: Partial<CheckResult> = {},
): Judgement {
  const said = { level: "stated", sections: [], area: "", text: "", durationMs: 0, requests: 0 } as const;
  return { requirement, result: { requirement, verdict, ...said, ...more }, exchanges: [], shows };
}

/** Verdict, and what it follows from, by requirement. */
function settled(...judgements: readonly Judgement[]): Record<string, string> {
  const results = settleRoots(judgements, FOUNDATIONS).map(({ result }) => result);
  return Object.fromEntries(
    results.map((result) => {
      const { verdict = "observed", follows = [] } = "verdict" in result ? result : {};
      return [result.requirement, [verdict, ...follows].join(" ")];
    }),
  );
}

test("a failure follows from a more basic one that shows the same in circumstances as plain", () => {
  expect(
    settled(
      judged("isolation.query-own", "failed", [KEPT]),
      judged("register.replaces", "failed", [KEPT]),
      judged("register.replaces-on-disabled", "failed", [KEPT_WHILE_DISABLED]),
    ),
  ).toEqual({
    "isolation.query-own": "failed register.replaces",
    "register.replaces": "failed",
    "register.replaces-on-disabled": "failed register.replaces",
  });
});

test("a failure that shows at several doors explains the same at any door", () => {
  const explaining = { ...judged("register.replaces", "failed", [atDoor("register")]) };
  const others = [
    judged("account.needs-key", "failed", [atDoor("account")]),
    judged("query.changes-nothing", "failed", [atDoor("query")]),
  ];
  expect(settled({ ...explaining, alsoShows: [atDoor("disable")] }, ...others)).toEqual({
    "register.replaces": "failed",
    "account.needs-key": "failed register.replaces",
    "query.changes-nothing": "failed register.replaces",
  });
});

test("of failures that show the same at one door each, the most basic one is the root", () => {
  const others = [
    judged("account.needs-key", "failed", [atDoor("account")]),
    judged("query.changes-nothing", "failed", [atDoor("query")]),
  ];
  expect(settled(judged("register.replaces", "failed", [atDoor("register")]), ...others)).toEqual({
    "register.replaces": "failed query.changes-nothing",
    "account.needs-key": "failed query.changes-nothing",
    "query.changes-nothing": "failed",
  });
});

test("a failure that only may follow from a waived one is a root", () => {
  const others = [
    judged("account.needs-key", "failed", [atDoor("account")]),
    judged("query.changes-nothing", "waived", [atDoor("query")], { waiver: WAIVER }),
  ];
  expect(settled(judged("register.replaces", "failed", [atDoor("register")]), ...others)).toEqual({
    "register.replaces": "failed",
    "account.needs-key": "failed",
    "query.changes-nothing": "waived",
  });
});

test("plain circumstances are not explained by special ones, nor one deviation by another", () => {
  expect(
    settled(
      judged("register.replaces", "failed", [KEPT_WHILE_DISABLED]),
      judged("lifecycle.walkthrough", "failed", [KEPT]),
      judged("concurrency.keeps-identity", "failed", [CHANGED]),
    ),
  ).toEqual({
    "register.replaces": "failed",
    "lifecycle.walkthrough": "failed",
    "concurrency.keeps-identity": "failed",
  });
});

test("every deviation must be explained, each by its own root if need be", () => {
  const both = judged("lifecycle.walkthrough", "failed", [KEPT, CHANGED]);
  const replaces = judged("register.replaces", "failed", [KEPT]);
  expect(settled(both, replaces)["lifecycle.walkthrough"]).toBe("failed");
  const query = judged("query.changes-nothing", "failed", [CHANGED]);
  expect(settled(both, replaces, query)["lifecycle.walkthrough"]).toBe(
    "failed register.replaces query.changes-nothing",
  );
});

test("a failure without known deviations is a root, and nothing follows from what is no foundation", () => {
  expect(
    settled(
      judged("register.replaces", "failed", [KEPT]),
      judged("limits.latency", "failed", []),
      judged("dialects.chunked", "failed", [CHANGED]),
      judged("lifecycle.walkthrough", "failed", [CHANGED]),
    ),
  ).toEqual({
    "register.replaces": "failed",
    "limits.latency": "failed",
    "dialects.chunked": "failed",
    "lifecycle.walkthrough": "failed",
  });
});

test("a warning follows from a failure, and no failure from a warning", () => {
  const warned = judged("register.replaces", "warned", [KEPT]);
  expect(settled(warned, judged("lifecycle.walkthrough", "failed", [KEPT]))["lifecycle.walkthrough"]).toBe(
    "failed",
  );
  const failed = judged("register.replaces", "failed", [KEPT]);
  const hint = judged("callback-url.query-behind-host", "warned", [KEPT]);
  expect(settled(failed, hint)["callback-url.query-behind-host"]).toBe("warned register.replaces");
});

test("a waived root waives what follows from it", () => {
  const root = judged("register.replaces", "waived", [KEPT], { waiver: WAIVER });
  const [, follower] = settleRoots([root, judged("lifecycle.walkthrough", "failed", [KEPT])], FOUNDATIONS);
  expect(follower?.result).toMatchObject({
    verdict: "waived",
    waiver: WAIVER,
    follows: ["register.replaces"],
  });
});

test("a check that only a root prevented names it, and nothing else", () => {
  const root = judged("register.replaces", "failed", [KEPT]);
  const prevented = judged("query.answers", "inconclusive", [KEPT_WHILE_DISABLED], {
    reason: "long and particular",
  });
  const other = judged("disable.lasts", "inconclusive", [CHANGED], { reason: "something else" });
  const [, named, kept] = settleRoots([root, prevented, other], FOUNDATIONS);
  expect(named?.result).toMatchObject({
    verdict: "inconclusive",
    code: "other-requirement-failed",
    reason: "Not checked because of register.replaces.",
    follows: ["register.replaces"],
  });
  expect(kept?.result).toMatchObject({ reason: "something else" });
});

test("a requirement that many answers broke explains what any of them shows", () => {
  const broad = { ...judged("query.changes-nothing", "failed", [CHANGED]), alsoShows: [KEPT] };
  expect(settled(broad, judged("limits.latency", "failed", [KEPT_WHILE_DISABLED]))["limits.latency"]).toBe(
    "failed query.changes-nothing",
  );
});

test("of two that show the same, in circumstances of which neither is plainer, the more basic one is the root", () => {
  expect(
    settled(
      judged("register.replaces-near-identical", "failed", [KEPT]),
      judged("register.replaces", "failed", [KEPT]),
    ),
  ).toEqual({
    "register.replaces-near-identical": "failed register.replaces",
    "register.replaces": "failed",
  });
});

const after = (step: string): readonly Deviation[] => [{ ...CHANGED, when: [`after a ${step}`] }];

test("of three that show the same, each in other circumstances, the most basic one is the root; of two, both are", () => {
  const two = [
    judged("limits.latency", "failed", after("disable")),
    judged("register.replaces", "failed", after("update")),
  ];
  expect(settled(...two)).toEqual({ "limits.latency": "failed", "register.replaces": "failed" });
  expect(settled(...two, judged("lifecycle.walkthrough", "failed", after("refusal")))).toEqual({
    "limits.latency": "failed register.replaces",
    "register.replaces": "failed",
    "lifecycle.walkthrough": "failed register.replaces",
  });
});

test("a deviation that spreads explains every deviation of the parts that it names", () => {
  const mixed = judged("query.changes-nothing", "failed", [{ ...KEPT, spreadsTo: ["id"] }]);
  const [ofId, ofStatus] = ["id", "status"].map((part) => [{ ...CHANGED, part }]);
  expect(settled(mixed, judged("limits.latency", "failed", ofId ?? []))["limits.latency"]).toBe(
    "failed query.changes-nothing",
  );
  expect(settled(mixed, judged("limits.latency", "failed", ofStatus ?? []))["limits.latency"]).toBe("failed");
});

test("a waiver of a failure does not accept others that show the same in other circumstances", () => {
  expect(
    settled(
      judged("register.replaces", "waived", after("disable")),
      judged("limits.latency", "failed", after("update")),
      judged("lifecycle.walkthrough", "failed", after("refusal")),
    ),
  ).toEqual({
    "register.replaces": "waived",
    "limits.latency": "failed register.replaces",
    "lifecycle.walkthrough": "failed register.replaces",
  });
});

test("the failure in plainer circumstances is the root, also if it is less basic", () => {
  expect(
    settled(
      judged("register.replaces", "failed", [KEPT_WHILE_DISABLED]),
      judged("register.replaces-near-identical", "failed", [KEPT]),
    )["register.replaces"],
  ).toBe("failed register.replaces-near-identical");
});
