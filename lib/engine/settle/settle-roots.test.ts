import { expect, test } from "vitest";
import type { Deviation } from "../requirement/deviation.ts";
import type { CheckResult, Judgement } from "../record/result.ts";
import { settleRoots } from "./settle-roots.ts";

const FOUNDATIONS = ["query.changes-nothing", "register.replaces", "register.replaces-near-identical"];
const KEPT: Deviation = { what: "callbackUrl not replaced", when: [] };
const KEPT_WHILE_DISABLED: Deviation = { ...KEPT, when: ["on a disabled configuration"] };
const atDoor = (door: string): Deviation => ({ what: "accepted without a key", door, when: [] });
const CHANGED: Deviation = { what: "id changed", when: [] };
const after = (step: string): readonly Deviation[] => [{ ...CHANGED, when: [`after a ${step}`] }];
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

/** The verdict of each, and what it follows from. */
function settled(...judgements: readonly Judgement[]): string[] {
  return settleRoots(judgements, FOUNDATIONS).map(({ result }) => {
    const { verdict = "observed", follows = [] } = "verdict" in result ? result : {};
    return [verdict, ...follows].join(" ");
  });
}

const REPLACES = "register.replaces";
const BASIC = "query.changes-nothing";
const NEAR = "register.replaces-near-identical";
const failed = (id: string, ...shows: readonly Deviation[]) => judged(id, "failed", shows);
const waived = (id: string, ...shows: readonly Deviation[]) =>
  judged(id, "waived", shows, { waiver: WAIVER });
const warned = (id: string, ...shows: readonly Deviation[]) => judged(id, "warned", shows);
const twoDoors = [failed("account.needs-key", atDoor("account")), failed(BASIC, atDoor("query"))];
const both = failed("lifecycle.walkthrough", KEPT, CHANGED);
const inTwo = [failed("limits.latency", ...after("disable")), failed(REPLACES, ...after("update"))];
const EITHER: Deviation = { what: "callbackUrl emptied", when: [], otherwise: KEPT };
const mixed = failed(BASIC, { ...KEPT, spreadsTo: ["id"] });

test.each<[string, readonly Judgement[], readonly string[]]>([
  [
    "a failure follows from a more basic one that shows the same in circumstances as plain",
    [
      failed("isolation.query-own", KEPT),
      failed(REPLACES, KEPT),
      failed("register.other", KEPT_WHILE_DISABLED),
    ],
    [`failed ${REPLACES}`, "failed", `failed ${REPLACES}`],
  ],
  [
    "a failure that shows at several doors explains the same at any door",
    [{ ...failed(REPLACES, atDoor("register")), alsoShows: [atDoor("disable")] }, ...twoDoors],
    ["failed", `failed ${REPLACES}`, `failed ${REPLACES}`],
  ],
  [
    "of failures that show the same at one door each, the most basic one is the root",
    [failed(REPLACES, atDoor("register")), ...twoDoors],
    [`failed ${BASIC}`, `failed ${BASIC}`, "failed"],
  ],
  [
    "a failure that only may follow from a waived one is a root",
    [
      failed(REPLACES, atDoor("register")),
      failed("account.needs-key", atDoor("account")),
      waived(BASIC, atDoor("query")),
    ],
    ["failed", "failed", "waived"],
  ],
  [
    "one deviation is not explained by another",
    [failed(REPLACES, KEPT_WHILE_DISABLED), failed("concurrency.x", CHANGED)],
    ["failed", "failed"],
  ],
  ["every deviation must be explained", [both, failed(REPLACES, KEPT)], ["failed", "failed"]],
  [
    "each by its own root if need be",
    [both, failed(REPLACES, KEPT), failed(BASIC, CHANGED)],
    [`failed ${REPLACES} ${BASIC}`, "failed", "failed"],
  ],
  [
    "a failure without known deviations is a root, and nothing follows from what is no foundation",
    [
      failed(REPLACES, KEPT),
      failed("limits.latency"),
      failed("dialects.chunked", CHANGED),
      failed("a.b", CHANGED),
    ],
    ["failed", "failed", "failed", "failed"],
  ],
  ["no failure follows from a warning", [warned(REPLACES, KEPT), failed("a.b", KEPT)], ["warned", "failed"]],
  [
    "a warning follows from a failure",
    [failed(REPLACES, KEPT), warned("a.b", KEPT)],
    ["failed", `warned ${REPLACES}`],
  ],
  [
    "a requirement that many answers broke explains what any of them shows",
    [{ ...failed(BASIC, CHANGED), alsoShows: [KEPT] }, failed("a.b", KEPT_WHILE_DISABLED)],
    ["failed", `failed ${BASIC}`],
  ],
  [
    "of two that show the same, in circumstances of which neither is plainer, the more basic one is the root",
    [failed(NEAR, KEPT), failed(REPLACES, KEPT)],
    [`failed ${REPLACES}`, "failed"],
  ],
  [
    "of those that show the same, each in other circumstances, the most basic one is the root",
    [...inTwo, failed("lifecycle.walkthrough", ...after("refusal"))],
    [`failed ${REPLACES}`, "failed", `failed ${REPLACES}`],
  ],
  [
    "of those, one that may show something else is not the root",
    [
      failed(REPLACES, {
        what: "id emptied",
        when: [],
        otherwise: { ...CHANGED, when: ["after a disable"] },
      }),
      failed(NEAR, ...after("refusal")),
    ],
    [`failed ${NEAR}`, "failed"],
  ],
  [
    "of those, one that other answers broke in plainer circumstances is the root, also if it is less basic",
    [
      failed(BASIC, ...after("disable")),
      failed(REPLACES, ...after("update")),
      { ...failed(NEAR, ...after("refusal")), alsoShows: [CHANGED] },
    ],
    [`failed ${NEAR}`, `failed ${NEAR}`, "failed"],
  ],
  [
    "what may be either of two follows from the other one, and is waived with it",
    [waived(BASIC, KEPT), failed(NEAR, EITHER)],
    ["waived", `waived ${BASIC}`],
  ],
  [
    "what may be either of two, but not in all answers, is a root",
    [waived(BASIC, KEPT), { ...failed(NEAR, EITHER), alsoShows: [{ what: EITHER.what, when: [] }] }],
    ["waived", "failed"],
  ],
  [
    "a deviation that spreads explains every deviation of the parts that it names",
    [mixed, failed("a.b", { ...CHANGED, part: "id" }), failed("a.c", { ...CHANGED, part: "status" })],
    ["failed", `failed ${BASIC}`, "failed"],
  ],
  [
    "a waiver of a failure does not accept others that show the same in other circumstances",
    [
      waived(REPLACES, ...after("disable")),
      failed("limits.latency", ...after("update")),
      failed("lifecycle.walkthrough", ...after("refusal")),
    ],
    ["waived", "failed", "failed"],
  ],
  [
    "the failure in plainer circumstances is the root, also if it is less basic",
    [failed(REPLACES, KEPT_WHILE_DISABLED), failed(NEAR, KEPT)],
    [`failed ${NEAR}`, "failed"],
  ],
])("%s", (_, judgements, expected) => {
  expect(settled(...judgements)).toEqual(expected);
});

test("a waived root waives what follows from it", () => {
  const [, follower] = settleRoots(
    [waived(REPLACES, KEPT), failed("lifecycle.walkthrough", KEPT)],
    FOUNDATIONS,
  );
  expect(follower?.result).toMatchObject({ verdict: "waived", waiver: WAIVER, follows: [REPLACES] });
});

test("a check that only a root prevented names it, and nothing else", () => {
  const prevented = judged("query.answers", "inconclusive", [KEPT_WHILE_DISABLED], { reason: "particular" });
  const other = judged("disable.lasts", "inconclusive", [CHANGED], { reason: "something else" });
  const [, named, kept] = settleRoots([failed(REPLACES, KEPT), prevented, other], FOUNDATIONS);
  expect(named?.result).toMatchObject({
    verdict: "inconclusive",
    code: "other-requirement-failed",
    reason: "Not checked because of register.replaces.",
    follows: [REPLACES],
  });
  expect(kept?.result).toMatchObject({ reason: "something else" });
});
