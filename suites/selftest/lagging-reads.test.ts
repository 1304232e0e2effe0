import { expect, test } from "vitest";
import type { Call } from "../../lib/reference/call.ts";
import { mutant, type Mutant } from "../../lib/reference/mutant.ts";
import type { Configuration } from "../../lib/reference/store.ts";
import { judgeReference } from "./judge-reference.ts";
import { idsWith, profiles } from "./judge-target.ts";
import { timeLimit } from "./time-limit.ts";

/** When a configuration was written; undefined: there was none. */
type Write = readonly [at: number, configuration: Configuration | undefined];

/** Every so many-th query shows what was there so many milliseconds before, as a node does that lags behind the others. */
function lagging(ms: number, each: number, what = "all writes"): Mutant {
  return mutant(`lags-by-${ms}-ms`, "lifecycle.reads-follow-writes", ({ query, register, disable }) => {
    const writes = new Map<string, Write[]>();
    let queries = 0;
    const noted = async <T>(call: Call, owner: string, perform: () => T | Promise<T>) => {
      const known = writes.get(owner) ?? [[Number.NEGATIVE_INFINITY, call.store.configurationOf(owner)]];
      const outcome = await perform();
      writes.set(owner, [...known, [call.now(), call.store.configurationOf(owner)]]);
      return outcome;
    };
    return {
      register: {
        perform: async (call, owner) => noted(call, owner.name, () => register.perform(call, owner)),
      },
      disable: {
        perform: async (call, owner) => noted(call, owner.name, () => disable.perform(call, owner)),
      },
      query: {
        read(call, owner) {
          queries += 1;
          const known = writes.get(owner.name);
          if (known === undefined || queries % each !== 0) return query.read(call, owner);
          const old = known.findLast(([at]) => at <= call.now() - ms)?.[1];
          return what === "updates" ? (old ?? known[1]?.[1]) : old;
        },
      },
    };
  });
}

test.each([
  ["all nodes lag", 200, 1],
  ["one node of two lags", 50, 2],
  ["one node of two lags for longer", 600, 2],
  ["one node of three lags", 200, 3],
  ["all nodes lag with updates alone", 200, 1, "updates"],
] as const)("%s: it is one warning, and everything else is decided", async (_, ms, each, what?) => {
  const report = await judgeReference({ mutant: lagging(ms, each, what) });
  expect({
    failed: idsWith(report, "failed"),
    inconclusive: idsWith(report, "inconclusive"),
    warned: idsWith(report, "warned"),
    noticed: report.noticed.map(({ code }) => code),
  }).toEqual({ failed: [], inconclusive: [], warned: ["lifecycle.reads-at-once"], noticed: ["reads-lag"] });
});

test.each([
  ["all nodes lag for long", 3_000, 1],
  ["one node of three lags for long", 2_500, 3],
] as const)("%s: the run ends in time, and only the lag fails", async (_, ms, each) => {
  const report = await judgeReference({ mutant: lagging(ms, each) });
  expect(idsWith(report, "failed")).toEqual(["lifecycle.reads-follow-writes"]);
  expect(report.seconds).toBeLessThanOrEqual(await timeLimit({}));
});

test("a lag that is as long as a target may have is no failure, whatever the run cannot wait for", async () => {
  const report = await judgeReference({ mutant: lagging(1_900, 1) });
  expect(idsWith(report, "failed")).toEqual([]);
});

test("a profile can allow a longer lag", async () => {
  const { limits } = profiles["api-key"];
  const facts = { limits: { ...limits, readLagSeconds: 4 } };
  const report = await judgeReference({ mutant: lagging(3_000, 1), facts });
  expect(idsWith(report, "failed")).toEqual([]);
});
