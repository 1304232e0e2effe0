import { expect, test } from "vitest";
import { mutants } from "../../lib/cli/mutants.ts";
import { catalogue } from "../../lib/cli/catalogue.ts";
import { areaOf } from "../../lib/engine/requirement/catalogue.ts";
import { pause } from "../../lib/reference/faults.ts";
import { mutant } from "../../lib/reference/mutant.ts";
import { success } from "../../lib/reference/outcome.ts";
import type { Configuration } from "../../lib/reference/store.ts";
import { singleVariants } from "../../lib/reference/variants/variants.ts";
import { rootFailures } from "../../lib/reporters/text/root-failures.ts";
import { inTurns } from "./conformant-variant.ts";
import { isInSample } from "./is-in-sample.ts";
import { judgeReference, type Subject } from "./judge-reference.ts";
import { idsWith, type Mode, profiles, type Report } from "./judge-target.ts";

const EVERY = 72;
const modes = ["api-key", "signed"] as const;
/** Mutants that show otherwise in several lanes, each with the reason. */
const SHOW_OTHERWISE: Readonly<Record<string, string>> = {
  "refuses-every-fifteenth-query-as-one-without-key": "It counts the requests of all lanes.",
  "looks-at-no-timestamps-of-the-second-merchant": "Only the lane of this merchant can find it.",
  "returns-to-the-old-url-after-an-overlap": "The check that sees it first depends on the order.",
  "takes-any-scheme-of-the-second-merchant-while-disabled": "Only the lane of this merchant can find it.",
  "shows-the-first-merchants-configuration-to-all": "What fails besides depends on who registers first.",
};
/** The checks of these groups and of no group run in lanes, or beside what does. */
const inLanes = mutants.filter(({ name, breaks }) => {
  const group = catalogue.groups.get(areaOf(breaks)) ?? "";
  const isInLanes = ["auth", "webhook", ""].includes(group) && areaOf(breaks) !== "isolation";
  return isInLanes && SHOW_OTHERWISE[name] === undefined;
});
/** Merchants who are not kept apart, so that their lanes would disturb each other. */
const mixing = mutants.filter(
  ({ name, breaks }) =>
    ["isolation.query-own", "isolation.register-own", "isolation.disable-own"].includes(breaks) &&
    SHOW_OTHERWISE[name] === undefined,
);

function merchantsOf(mode: Mode, count: number) {
  return Array.from({ length: count }, (_, index) => {
    const unlikeOthers = String(index).repeat(8);
    const own = { apiKey: `key-of-${unlikeOthers}`, secret: `secret-of-${unlikeOthers}` };
    return profiles[mode].merchants[index] ?? { name: `merchant-${index}`, ...own };
  });
}

async function judged(subject: Subject, lanes: number): Promise<Report> {
  const { mode = "api-key" } = subject;
  return judgeReference({ ...subject, facts: { ...subject.facts, merchants: merchantsOf(mode, 2 * lanes) } });
}

const verdictsOf = ({ checks }: Report) =>
  checks.map(({ requirement, verdict }) => `${requirement} ${verdict}`);
const rootsOf = ({ checks }: Report) =>
  rootFailures(checks, ["failed"]).map(({ requirement }) => requirement);

test.for(modes)(
  "the reference in %s mode gets the same verdicts in one, two and four lanes",
  async (mode) => {
    const alone = await judged({ mode, mcp: false }, 1);
    for (const lanes of [2, 4]) {
      const report = await judged({ mode, mcp: false }, lanes);
      expect(report.lanes).toBe(lanes);
      expect(verdictsOf(report)).toEqual(verdictsOf(alone));
    }
  },
);

test.for(inLanes.filter(({ name }) => isInSample(name, EVERY)).map((one) => [one.name, one] as const))(
  "%s has the same root failures in one, two and four lanes",
  async ([, one]) => {
    const { mode = "api-key" } = one;
    const alone = await judged({ mode, mutant: one }, 1);
    for (const lanes of [2, 4]) {
      const report = await judged({ mode, mutant: one }, lanes);
      expect(rootsOf(report)).toEqual(rootsOf(alone));
      expect(idsWith(report, "errored")).toEqual([]);
    }
  },
);

test.for(mixing.map((one) => [one.name, one] as const))(
  "%s has the same root failures in one and two lanes, though its merchants disturb each other",
  async ([, one]) => {
    const [alone, report] = [await judged({ mutant: one }, 1), await judged({ mutant: one }, 2)];
    expect(rootsOf(report)).toEqual(rootsOf(alone));
  },
);

test.each(["shows-times-ten-minutes-fast", "shows-times-ten-minutes-slow"])(
  "%s only warns in two lanes, whichever check hears it first",
  async (name) => {
    const found = mutants.filter((one) => one.name === name);
    expect(found).toHaveLength(1);
    for (const one of found) {
      const report = await judged({ mutant: one }, 2);
      expect(idsWith(report, "failed")).toEqual([]);
      expect(idsWith(report, "warned")).toContain(one.breaks);
    }
  },
);

test("a target that registers for all merchants is checked in one lane", async () => {
  const registering = mixing.find(({ name }) => name === "registers-for-all-merchants");
  expect(await judged({ ...(registering && { mutant: registering }) }, 2)).toMatchObject({ lanes: 1 });
});

/** Answers the first registers of two merchants at once with true, and loses one of them. */
const losingFirst = mutant("loses-one-of-two-first-registers-at-once", "register.creates", ({ register }) => {
  const underWay = new Set<string>();
  return {
    register: {
      perform: async (call, owner) => {
        if (call.store.configurationOf(owner.name) !== undefined) return register.perform(call, owner);
        const isLost = underWay.size > 0 && typeof register.judge(call) === "string";
        underWay.add(owner.name);
        await pause();
        underWay.delete(owner.name);
        return isLost ? success(true) : register.perform(call, owner);
      },
    },
  };
});

test("a further lane checks the first registers of two merchants at once", async () => {
  expect(rootsOf(await judged({ mutant: losingFirst }, 1))).toEqual([]);
  expect(rootsOf(await judged({ mutant: losingFirst }, 2))).toEqual(["register.creates"]);
});

/** Stores two configurations if a merchant registers twice at once for the first time, and shows each in turn. */
const storingTwo = mutant(
  "stores-two-configurations-at-once",
  "query.changes-nothing",
  ({ register, query }) => {
    const twins = new Map<string, Configuration>();
    let queries = 0;
    return {
      register: {
        perform: async (call, owner) => {
          const isFirst = call.store.configurationOf(owner.name) === undefined;
          await pause();
          const twin = call.store.configurationOf(owner.name);
          if (isFirst && twin !== undefined) twins.set(owner.name, twin);
          return register.perform(call, owner);
        },
      },
      query: {
        perform: async (call, owner) => {
          const twin = (queries += 1) % 2 === 0 ? twins.get(owner.name) : undefined;
          return twin === undefined
            ? query.perform(call, owner)
            : { refused: false, data: query.view(call, twin) };
        },
      },
    };
  },
);

test("a further lane checks two first registers of one merchant at once", async () => {
  expect(rootsOf(await judged({ mutant: storingTwo }, 1))).toEqual([]);
  expect(rootsOf(await judged({ mutant: storingTwo }, 2))).not.toEqual([]);
});

const variants = inTurns(singleVariants()).filter((_, at) => at % EVERY === 0);

test.for(variants.map((variant) => [variant.name, variant.mode, variant] as const))(
  "%s in %s mode is not accused in two and four lanes",
  async ([, , { mode, choices }]) => {
    for (const lanes of [2, 4]) {
      const report = await judged({ mode, choices }, lanes);
      expect([...idsWith(report, "failed"), ...idsWith(report, "errored")]).toEqual([]);
    }
  },
);
