import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { carrying, isOfMerchant } from "../events/delivery/faults.ts";
import { revealsNobodyElse } from "../events/delivery/requirements-secrecy.ts";
import { mutants } from "../../lib/cli/mutants.ts";
import { pinsOf } from "../../lib/engine/judge/pins-of.ts";
import { canonicalText } from "../../lib/engine/requirement/plain.ts";
import { areaOf } from "../../lib/engine/requirement/catalogue.ts";
import { type Axis, axes, apiAxisNames, eventAxisNames, type Choices } from "../../lib/reference/choices.ts";
import { signingSchema } from "../../lib/profile/schema/events-schema.ts";
import { sayingYes, together } from "../../lib/reference/changes.ts";
import { mutant as createMutant } from "../../lib/reference/mutant.ts";
import { pairwiseVariants, randomVariants } from "../../lib/reference/variants/variants.ts";
import { EVENTS, judgeDeliveries } from "./judge-deliveries.ts";
import { JUDGES_ALL, sampleOf } from "./is-in-sample.ts";
import { judgeMutant, killLine } from "./judge-mutant.ts";
import { judgeReference, type Subject } from "./judge-reference.ts";
import { idsWith, type Report } from "./judge-target.ts";

const AREA = "delivery";
const SEED = 1;
/** Choices of a configuration that affect deliveries. */
const DECIDING: readonly Axis[] = ["eventTypes", "initialStatus", "statusAfterReRegister", "retryCount"];
const SHOWN: readonly Axis[] = ["omittedFields", "statusAfterRegisterOnDisabled"];
const ALL = [...apiAxisNames, ...eventAxisNames];
const OTHERS = ALL.filter((axis) => ![...eventAxisNames, ...DECIDING].includes(axis));
const ALL_OTHERS = OTHERS.filter((axis) => !SHOWN.includes(axis));
/** Of so many mutants, and of so many combined choices, one is judged. */
const STEP = 6;
const judged = sampleOf(
  mutants.filter(({ breaks }) => areaOf(breaks) === AREA),
  STEP,
);
const PINS = new URL("deliveries.txt", import.meta.url);
/** The identifier of the events of the reference. */
const CORRELATION = { trigger: "/eventId", payload: "/eventId" };
/** A profile that says how an event is known. Some payloads do not show that. */
const KNOWN = { events: { ...EVENTS, correlation: CORRELATION } };
/** How it signs them, if it does. */
const SIGNING = signingSchema.parse({ payload: "{timestamp}.{body}" });
const kills: string[] = [];

function verdictsOf({ checks }: Report): Record<string, string> {
  const own = checks.filter(({ area }) => area === AREA);
  return Object.fromEntries(own.map(({ requirement, verdict }) => [requirement, verdict]));
}

/** It stands by itself, also where an event goes to another merchant: no waiver of another failure accepts a leak. */
const LEAK = revealsNobodyElse.id;

test.for(judged.map((mutant) => [mutant.name, mutant] as const))(
  "%s is caught for what it breaks, with one root at most, in the time that a broken server may take",
  async ([, mutant]) => {
    const { errored, late, ...kill } = await judgeMutant(mutant);
    kills.push(killLine(kill));
    expect({ errored, late }).toEqual({ errored: [], late: [] });
    expect(kill.caught).toContain(mutant.breaks);
    expect(kill.roots.filter((id) => id !== LEAK).slice(1)).toEqual([]);
  },
);

test.runIf(JUDGES_ALL)("the checks that catch each mutant are written", async () => {
  await expect(`${kills.toSorted().join("\n")}\n`).toMatchFileSnapshot(PINS.pathname);
});

test.skipIf(JUDGES_ALL)("every mutant is caught by the same checks as before", () => {
  expect(readFileSync(PINS, "utf8").split("\n")).toEqual(expect.arrayContaining(kills));
});

test.for([
  ["api-key", {}],
  ["api-key", KNOWN],
  ["signed", {}],
] as const)(
  "the reference in %s mode with %o is conformant, and every row is judged",
  async ([mode, facts]) => {
    const report = await judgeDeliveries({
      mode,
      facts,
      depth: "standard",
      choices: { eventTypes: "spaced" },
    });
    expect([...new Set(Object.values(verdictsOf(report)))]).toEqual(["passed"]);
  },
);

const single = [...eventAxisNames, ...DECIDING, ...SHOWN].flatMap((axis) =>
  axes[axis].slice(1).map((value): [string, Partial<Choices>] => [`${axis}=${value}`, { [axis]: value }]),
);
const combined = [...pairwiseVariants(SEED, OTHERS, ALL), ...randomVariants(SEED, 30, ALL_OTHERS, ALL)];

const variants = [
  ...single,
  ...sampleOf(combined, STEP).map(({ name, choices }) => [name, choices] as const),
];
test.for(variants.map(([name, choices], index) => [name, choices, index % 2 === 0 ? {} : KNOWN] as const))(
  "%s is not accused",
  async ([, choices, facts]) => {
    const report = await judgeDeliveries({ choices, facts, depth: "quick" });
    expect([...idsWith(report, "failed"), ...idsWith(report, "errored")]).toEqual([]);
  },
);

test.for([{ extraEvents: "one-with-each" }, { attemptInPayload: "number" }] as const)(
  "attempts at an event of %o are counted by what it is known by, and without that by their bodies",
  async (choices) => {
    const known = { events: { ...EVENTS, correlation: CORRELATION } };
    const mutant = mutants.find(({ name }) => name === "retries-twice-too-often");
    const verdicts = [];
    for (const facts of [{}, known])
      for (const form of [{ choices }, { choices, ...(mutant && { mutant }) }])
        verdicts.push(verdictsOf(await judgeDeliveries({ ...form, facts }))["delivery.retries"]);
    const unknown = "extraEvents" in choices ? "failed" : "inconclusive";
    const expected = ["passed", unknown, "passed", "failed"];
    expect(verdicts).toEqual(expected);
  },
);

test("a target that ends all retries when a webhook is disabled is not passed where no register enables one again", async () => {
  const mutant = mutants.find(({ name }) => name === "ends-all-retries-when-a-webhook-is-disabled");
  const report = await judgeReference({
    ...(mutant && { mutant }),
    choices: { statusAfterRegisterOnDisabled: "kept" },
    facts: { events: EVENTS },
    depth: "standard",
    selectors: ["delivery.retries"],
  });
  expect(verdictsOf(report)).toEqual({ "delivery.retries": "inconclusive" });
});

test("a target whose `retryCount` counts, and that retries once, is not accused", async () => {
  const mutant = mutants.find(({ name }) => name === "retries-only-once");
  const choices = { retryCount: "counter" } as const;
  const report = await judgeDeliveries({ ...(mutant && { mutant }), choices, depth: "standard" });
  expect(idsWith(report, "failed")).toEqual([]);
  expect(verdictsOf(report)["delivery.goes-on-after-failures"]).toBe("inapplicable");
});

test("deliveries that say nothing of their events are not counted where events come together", async () => {
  const thin = createMutant("tells-nothing", "delivery.all-at-once", ({ delivery }) => ({
    delivery: {
      content: (usual, due, sending) => ({ ...delivery.content(usual, due, sending), body: "{}" }),
    },
  }));
  const alone = await judgeDeliveries({ mutant: thin });
  const batched = await judgeDeliveries({ mutant: thin, choices: { deliveryBatches: "within-50-ms" } });
  const verdicts = [alone, batched].map((report) => verdictsOf(report)["delivery.all-at-once"]);
  expect(verdicts).toEqual(["passed", "inapplicable"]);
});

test("where a target accepts URLs that are too long, the scenes without such a URL are judged", async () => {
  const accepting = mutants.find(({ name }) => name === "accepts-2048-characters");
  const change = sayingYes("delivery.isOver", (answer) => answer?.status === 504);
  const broken = createMutant(
    "takes-504-for-an-end-too",
    "delivery.retries",
    together((rules) => accepting?.apply(rules) ?? rules, change),
  );
  const report = await judgeDeliveries({ mutant: broken, depth: "quick" });
  expect(idsWith(report, "failed")).toContain("delivery.retries");
});

test("where events are known, one that never comes is seen though a failed one comes in its place", async () => {
  const again = createMutant(
    "repeats-what-failed",
    "delivery.goes-on-after-failures",
    carrying((_content, now, { sent }) => {
      const last = sent.findLast((one) => isOfMerchant(now)(one.now));
      const number = now.happened.findLast(({ kind }) => kind === "failed")?.event.number;
      return last !== undefined && last.now.event.number === number ? { body: last.body } : {};
    }),
  );
  const report = await judgeDeliveries({ mutant: again, depth: "quick", facts: KNOWN });
  expect(idsWith(report, "failed")).toContain("delivery.goes-on-after-failures");
});

/** All deliveries from the third one on are lost. */
const losesTheThird: Subject["onTheWay"] = (post) => {
  let sent = 0;
  return async (delivery) => ((sent += 1) < 3 ? post(delivery) : undefined);
};

/** The results for deliveries that are lost on their way, or for a mutant. */
async function reach(
  events: object,
  form: Pick<Subject, "onTheWay" | "mutant">,
): Promise<string | undefined> {
  const report = await judgeDeliveries({ facts: { events: { ...EVENTS, ...events } }, ...form });
  return verdictsOf(report)["delivery.reaches-callback-url"];
}

test("a delivery that the target's log lists was lost on its way, and one that it does not list was not made", async () => {
  const deliveryLog = {
    method: "GET",
    url: "/_events",
    headers: {},
    body: null,
    signed: false,
    command: null,
    capture: {},
  };
  const mutant = mutants.find(({ name }) => name === "delivers-only-the-first-event");
  expect(await reach({}, { onTheWay: losesTheThird })).toBe("failed");
  expect(await reach({ deliveryLog }, { onTheWay: losesTheThird })).toBe("inconclusive");
  expect(await reach({ deliveryLog, correlation: CORRELATION }, { onTheWay: losesTheThird })).toBe(
    "inconclusive",
  );
  expect(await reach({ deliveryLog }, mutant ? { mutant } : {})).toBe("failed");
});

/** The parts of observations, or the reasons for no value. */
async function observed(choices: Partial<Choices> = {}): Promise<ReadonlyMap<string, string>> {
  const events = { ...EVENTS, correlation: CORRELATION, signing: SIGNING };
  const { observations } = await judgeDeliveries({
    choices,
    facts: { events },
    depth: "standard",
    observing: true,
  });
  return new Map(
    observations.flatMap(({ requirement, value, reason = "" }) => {
      const { value: parts, varies = [], unseen } = Object(value);
      if (value === undefined) return [[requirement, reason] as const];
      const seen = Object.entries(Object(parts)).map(
        ([part, one]) => [part, `${canonicalText(one)}${varies.includes(part) ? " (varies)" : ""}`] as const,
      );
      return [...seen, ...Object.entries(Object(unseen)).map(([part, why]) => [part, String(why)] as const)];
    }),
  );
}

const usual = await observed();
const told: string[] = [...usual].map(([id, value]) => `as it is | ${id}: ${value}`);

test.for(
  [...eventAxisNames, "eventTypes" as const].flatMap((axis) =>
    axes[axis].slice(1).map((value) => [`${axis}=${value}`, axis, value] as const),
  ),
)("what %s changes is noted", async ([choice, axis, value]) => {
  const now = await observed({ [axis]: value });
  const ids = [...now.keys()].filter((id) => usual.get(id) !== now.get(id)).toSorted();
  told.push(...ids.map((id) => `${choice} | ${id}: ${now.get(id)?.replace(/https:\S+/, "…")}`));
  expect(now.size).toBeGreaterThan(0);
});

test("every choice changes the same observations as before, and their text is the same", async () => {
  await expect(`${told.join("\n")}\n`).toMatchFileSnapshot("./deliveries-told.txt");
});

test.for(["quick", "standard"] as const)(
  "what is observed alone keeps as pins of a whole run at depth %s",
  async (depth) => {
    const choices = { retryGaps: "doubling-from-2-s", retryJitter: "20-percent" } as const;
    const events = { ...EVENTS, correlation: CORRELATION };
    const subject = { choices, facts: { events }, depth: "standard", observing: true } as const;
    const pins = pinsOf((await judgeDeliveries(subject)).observations);
    const { checks } = await judgeDeliveries({ choices, facts: { events, pins }, depth });
    const pinned = checks.filter(({ level }) => level === "pinned");
    expect(pinned.map(({ verdict, reason }) => reason ?? verdict)).toEqual(
      Object.keys(pins).map(() => "passed"),
    );
    expect(Object.keys(pins["delivery.gives-up"] ?? {})).toContain("giving up");
  },
);

test.for<readonly [Partial<Choices>, id: string, told: string]>([
  [{ urlVerification: "options" }, "at registering", '"verification":"options"'],
  [{ urlVerification: "hub-challenge" }, "at registering", '"verification":"hub-challenge"'],
  [{ urlVerification: "get-challenge" }, "at registering", '"verification":"get-challenge"'],
  [{ urlVerification: "post-challenge" }, "at registering", '"verification":"post-challenge"'],
  [{ urlVerification: "post-header" }, "at registering", '"verification":"post-header"'],
  [
    { statusAfterFailedDeliveries: 0, statusAfterRegisterOnDisabled: "kept", retryCount: 0 },
    "giving up",
    '{"ends":"not by register","status":0}',
  ],
])("of %o, %s shows %s", async ([choices, id, part]) => {
  expect((await observed(choices)).get(id)).toContain(part);
});

test.for([
  ["delivers-nothing-after-a-failure", { deliveries: "end", ends: "not by register" }],
  ["keeps-to-the-url-that-failed", { status: "kept", deliveries: "end" }],
] as const)("for %s the suite reports that deliveries end", async ([name, value]) => {
  const mutant = mutants.find((one) => one.name === name);
  const { observations } = await judgeReference({
    ...(mutant && { mutant }),
    choices: { deliveryQueue: "blocking" },
    facts: { events: { ...EVENTS, correlation: CORRELATION } },
    depth: "standard",
    selectors: ["delivery.gives-up"],
  });
  expect(observations.map((one) => one.value)).toMatchObject([{ value: { "giving up": value } }]);
});

test("what is observed of payloads is names and types, and no value", () => {
  expect(usual.get("payload")).toContain('"/cardNumber":"string (digits)"');
  expect([...usual.values()].join("\n")).not.toMatch(/4111111111111111|730194/);
});
