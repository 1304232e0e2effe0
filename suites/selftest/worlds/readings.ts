import type { Call, ReferenceMerchant } from "../../../lib/reference/call.ts";
import { before, changing, replacing, together, withMemory } from "../../../lib/reference/changes.ts";
import { disabled, editStored, showing } from "../../../lib/reference/faults.ts";
import { type Change, mutant } from "../../../lib/reference/mutant.ts";
import type { Configuration } from "../../../lib/reference/store.ts";
import { catalogue } from "../../../lib/cli/catalogue.ts";
import { areaOf } from "../../../lib/engine/requirement/catalogue.ts";
import { secondMerchant } from "../../../lib/profile/needs/needs.ts";
import { profiles } from "../judge-target.ts";
import type { MakeFront } from "./fronts.ts";
import type { World } from "./world.ts";

/** When a configuration was written, and by which connection; undefined: there was none. */
type Write = readonly [at: number, configuration: Configuration | undefined, connection?: string];

/** Whether a node that lags answers a query, by its number in the run and its merchant. */
type IsLate = (query: number, call: Call, owner: ReferenceMerchant) => boolean;

const each =
  (count: number): IsLate =>
  (query) =>
    query % count === 0;

/** About one query in three, in no order. */
const byChance: IsLate = (query) => Math.imul(query, 0x9e37_79b1) >>> 0 < 0x5555_5555;

const ofMerchant =
  (place: number): IsLate =>
  (_query, { merchants }, owner) =>
    merchants[place] === owner;

/** Some queries show what was there so many milliseconds before, as a node does that lags behind the others. */
function lagging(ms: number, isLate: IsLate, what: "writes" | "updates" | "writes of others" = "writes") {
  const change: Change = withMemory(
    () => ({ writes: new Map<string, Write[]>(), queries: 0 }),
    (memory) => {
      const note = (call: Call, { name }: ReferenceMerchant) => {
        const first: Write = [Number.NEGATIVE_INFINITY, undefined];
        const written: Write = [call.now(), call.store.configurationOf(name), call.connection.id];
        memory.writes.set(name, [...(memory.writes.get(name) ?? [first]), written]);
      };
      const noted = (name: "register.perform" | "disable.perform") =>
        changing(name, (outcome, call, owner) => {
          note(call, owner);
          return outcome;
        });
      return together(
        noted("register.perform"),
        noted("disable.perform"),
        replacing("query.read", (read) => (call, owner) => {
          memory.queries += 1;
          const known = memory.writes.get(owner.name);
          if (known === undefined || !isLate(memory.queries, call, owner)) return read(call, owner);
          const isOwn = (by?: string) => what === "writes of others" && by === call.connection.id;
          const old = known.findLast(([at, , by]) => at <= call.now() - ms || isOwn(by))?.[1];
          return what === "updates" ? (old ?? known[1]?.[1]) : old;
        }),
      );
    },
  );
  return mutant(`lags-by-${ms}-ms`, "lifecycle.reads-follow-writes", change);
}

const ONE_WARNING = { warned: ["lifecycle.reads-at-once"], inconclusive: [], noticed: ["reads-lag"] };

/** Disables each webhook by itself so many milliseconds after register, as after a probe of its own that failed. */
function disablingAfter(ms: number) {
  const change = withMemory(
    () => new Map<string, number>(),
    (registeredAt) => {
      const fall = (call: Call, owner: ReferenceMerchant) => {
        const isDue = call.now() - (registeredAt.get(owner.name) ?? call.now()) > ms;
        if (isDue) editStored(call, owner, disabled);
      };
      return together(
        before("register.perform", (call, { name }) => void registeredAt.set(name, call.now())),
        before("query.read", fall),
        before("disable.perform", fall),
      );
    },
  );
  return mutant(`disables-${ms}-ms-after-register`, "disable.succeeds", change);
}

/** Takes a text field out of the first answers. */
function hiding(field: string, requests: number): MakeFront {
  return () => {
    let answered = 0;
    return async (request, next) => {
      const answer = await next(request);
      if ((answered += 1) > requests) return answer;
      const text = Buffer.from(answer.body).toString("utf8");
      return { ...answer, body: Buffer.from(text.replace(new RegExp(`"${field}":"[^"]*",?`), "")) };
    };
  };
}

const OF_TWO_MERCHANTS = catalogue.requirements
  .filter(({ needs = [], observe }) => needs.includes(secondMerchant) && observe === undefined)
  .map(({ id }) => id);

/** Checks that read the callback URL. */
const READ_THE_URL = [
  "concurrency.ends-whole",
  "concurrency.reads-registered",
  "isolation.any-sequence",
  "isolation.concurrent",
  "lifecycle.any-sequence",
  "lifecycle.reads-follow-writes",
  "register.reads-body-alone",
];

const merchants = profiles["api-key"].merchants.slice(0, 1);
const emptying: Omit<World, "name"> = {
  mutant: "empties-event-types-on-update",
  facts: { merchants },
  expected: { failed: ["register.keeps-event-types"] },
};

/** A delivery may touch `updateTime`: here one does at 0.3 s of each second. */
const touchingEachSecond = showing((_shown, { updateTime }, call) => {
  const touchedAt = Math.floor((call.now() - 300) / 1_000) * 1_000;
  const shownAt = Math.max(touchedAt, Number(updateTime / 1_000_000n));
  return { updateTime: `${new Date(shownAt).toISOString().slice(0, 19)}Z` };
});

export const ofReadings: readonly World[] = [
  { name: "nodes that all lag by 200 ms", mutant: lagging(200, each(1)), expected: ONE_WARNING },
  { name: "one node of two that lags by 50 ms", mutant: lagging(50, each(2)), expected: ONE_WARNING },
  ...[600, 1_000].map((ms): World => ({
    name: `one node of two that lags by ${ms} ms`,
    mutant: lagging(ms, each(2)),
    expected: { ...ONE_WARNING, withinSeconds: 100 },
  })),
  { name: "one node of three that lags by 200 ms", mutant: lagging(200, each(3)), expected: ONE_WARNING },
  { name: "one node of five that lags by 200 ms", mutant: lagging(200, each(5)), expected: ONE_WARNING },
  { name: "one node of nine that lags by 50 ms", mutant: lagging(50, each(9)), expected: ONE_WARNING },
  {
    name: "a node that lags by 300 ms and answers by chance",
    mutant: lagging(300, byChance),
    expected: ONE_WARNING,
  },
  {
    name: "nodes that lag by 1 s, but for what their connection has written",
    mutant: lagging(1_000, each(1), "writes of others"),
    expected: ONE_WARNING,
  },
  ...[0, 1].map((place): World => ({
    name: `nodes that lag by 1 s with the configuration of merchant ${place + 1} alone`,
    mutant: lagging(1_000, ofMerchant(place)),
    expected: ONE_WARNING,
  })),
  {
    name: "nodes that all lag by 300 ms and return no callback URL",
    mutant: lagging(300, each(1)),
    choices: { omittedFields: "callbackUrl" },
    expected: { noticed: ["reads-lag"] },
  },
  {
    name: "nodes that all lag by 200 ms with updates only",
    mutant: lagging(200, each(1), "updates"),
    expected: ONE_WARNING,
  },
  {
    name: "nodes that all lag by 3 s",
    mutant: lagging(3_000, each(1)),
    expected: { failed: ["lifecycle.reads-follow-writes"], withinSeconds: "usual" },
  },
  {
    name: "one node of three that lags by 2.5 s",
    mutant: lagging(2_500, each(3)),
    expected: { failed: ["lifecycle.reads-follow-writes"], withinSeconds: "usual" },
  },
  { name: "nodes that lag as long as they may", mutant: lagging(1_900, each(1)) },
  {
    name: "nodes that lag as long as the profile allows",
    mutant: lagging(3_000, each(1)),
    facts: { limits: { ...profiles["api-key"].limits, readLagSeconds: 4 } },
  },
  ...[4, 20, 60, 200, 900].map((ms): World => ({
    name: `a webhook that falls ${ms} ms after register`,
    mutant: disablingAfter(ms),
  })),
  ...[20, 60, 200].map((ms): World => ({
    name: `a webhook that falls ${ms} ms after register, at standard depth`,
    mutant: disablingAfter(ms),
    depth: "standard",
  })),
  {
    name: "a target that touches updateTime by itself each second, at 0.3 s of each",
    mutant: mutant("touches-by-itself", "", touchingEachSecond, { choices: { timePrecision: "s" } }),
    depth: "standard",
  },
  {
    name: "a webhook that falls, which a run says",
    mutant: disablingAfter(20),
    selectors: ["query"],
    expected: { noticed: ["disables-by-itself"] },
  },
  ...(["api-key", "signed"] as const).map((mode): World => ({
    name: `a target in ${mode} mode that never enables a webhook, and then rejects disable`,
    mode,
    depth: "standard",
    mcp: false,
    choices: {
      initialStatus: 0,
      statusAfterReRegister: "kept",
      statusAfterRegisterOnDisabled: "kept",
      secondDisable: "refused",
    },
    expected: { inconclusive: [] },
  })),
  {
    name: "a new merchant, whose update empties the event types, by register",
    ...emptying,
    selectors: ["register"],
  },
  {
    name: "a new merchant, whose update empties the event types, by webhook",
    ...emptying,
    selectors: ["webhook"],
  },
  ...(["api-key", "signed"] as const).map((mode): World => ({
    name: `one merchant in ${mode} mode, before a second one is needed`,
    mode,
    facts: { merchants: profiles[mode].merchants.slice(0, 1) },
    expected: {
      inconclusive: [],
      unasked: OF_TWO_MERCHANTS.filter((id) => mode === "signed" || areaOf(id) !== "signature"),
    },
  })),
  {
    name: "a field that the target returns only later",
    front: hiding("merchantId", 250),
    facts: { operations: {} },
    expected: {
      because: [/^The target returned `merchantId` at other times, but not during this check\. Run again\.$/],
      inconclusiveToo: ["isolation.merchant-ids-differ"],
    },
  },
  {
    name: "event types that were empty from the start",
    choices: { eventTypes: "none" },
    selectors: ["register"],
    expected: { inapplicable: ["register.keeps-event-types"] },
  },
  {
    name: "a target that serves every method, and disables once",
    choices: { otherMethods: "served", secondDisable: "refused" },
    depth: "deep",
    selectors: ["lifecycle.refusal-changes-nothing"],
    expected: { passed: ["lifecycle.refusal-changes-nothing"] },
  },
  {
    name: "a callback URL that is shown as an object",
    mutant: "shows-callback-url-as-an-object",
    selectors: ["concurrency", "isolation", "lifecycle", "register", "configuration"],
    expected: { failed: ["configuration.callback-url-string"], inconclusiveToo: READ_THE_URL },
  },
];
