import type { Call, ReferenceMerchant } from "../../../lib/reference/call.ts";
import { type Change, toMutants } from "../../../lib/reference/mutant.ts";
import { success } from "../../../lib/reference/outcome.ts";
import type { Configuration } from "../../../lib/reference/store.ts";
import { pause } from "../../../lib/reference/faults.ts";

/** A register of an existing configuration is written in steps, with other requests between them. */
function writingInSteps(
  steps: (
    current: Configuration,
    next: Configuration,
  ) => readonly ((stored: Configuration) => Configuration)[],
): Change {
  return ({ register }) => ({
    register: {
      perform: async (call, owner) => {
        const url = register.judge(call);
        const current = call.store.configurationOf(owner.name);
        if (typeof url !== "string" || current === undefined) return register.perform(call, owner);
        for (const step of steps(current, register.update(call, current, url))) {
          register.save(call, owner, step(call.store.configurationOf(owner.name) ?? current));
          await pause();
        }
        return success(true);
      },
    },
  });
}

/** Requests of a merchant that are under way at the same time. */
function counting(): (owner: ReferenceMerchant) => {
  readonly most: () => number;
  readonly done: () => void;
} {
  const underWay = new Map<string, { now: number; most: number }>();
  return ({ name }) => {
    const count = underWay.get(name) ?? { now: 0, most: 0 };
    underWay.set(name, count);
    count.now += 1;
    count.most = Math.max(count.most, count.now);
    return {
      most: () => count.most,
      done: () => {
        count.now -= 1;
        if (count.now === 0) count.most = 0;
      },
    };
  };
}

/** After overlapping registers are all answered, something else is stored. */
const afterOverlap =
  (change: (call: Call, stored: Configuration) => Configuration): Change =>
  ({ register }) => {
    const enter = counting();
    return {
      register: {
        perform: async (call, owner) => {
          const { most, done } = enter(owner);
          await pause();
          const outcome = await register.perform(call, owner);
          const stored = call.store.configurationOf(owner.name);
          if (most() > 1 && stored !== undefined) register.save(call, owner, change(call, stored));
          done();
          return outcome;
        },
      },
    };
  };

const half = (text: string, end: boolean) => {
  const middle = Math.ceil(text.length / 2);
  return end ? text.slice(middle) : text.slice(0, middle);
};

export const concurrencyMutants = toMutants({
  "concurrency.reads-registered": {
    "tears-urls": (rules) => {
      let first = "";
      return writingInSteps((_current, next) => [
        (stored) => {
          first = half(next.callbackUrl, false);
          return { ...stored, callbackUrl: first + half(stored.callbackUrl, true) };
        },
        () => ({ ...next, callbackUrl: first + half(next.callbackUrl, true) }),
      ])(rules);
    },
    "returns-to-the-old-url-after-an-overlap": ({ register, query }) => {
      const enter = counting();
      const old = new Map<string, string>();
      let reads = 0;
      return {
        register: {
          perform: async (call, owner) => {
            const current = call.store.configurationOf(owner.name);
            const { most, done } = enter(owner);
            await pause();
            const outcome = await register.perform(call, owner);
            if (most() > 1 && current !== undefined) old.set(owner.name, current.callbackUrl);
            done();
            return outcome;
          },
        },
        query: {
          read: (call, owner) => {
            const stored = query.read(call, owner);
            const callbackUrl = old.get(owner.name);
            if (stored === undefined || callbackUrl === undefined || (reads += 1) % 4 !== 0) return stored;
            const back = { ...stored, callbackUrl };
            register.save(call, owner, back);
            return back;
          },
        },
      };
    },
    "empties-the-url-while-it-writes": writingInSteps((_current, next) => [
      (stored) => ({ ...stored, callbackUrl: "" }),
      () => next,
    ]),
    "shows-a-placeholder-while-it-writes": writingInSteps((_current, next) => [
      (stored) => ({ ...stored, callbackUrl: "https://callback.invalid/pending" }),
      () => next,
    ]),
    "writes-urls-in-pieces": writingInSteps((_current, next) => [
      (stored) => ({ ...stored, callbackUrl: next.callbackUrl.slice(0, 20) }),
      (stored) => ({ ...stored, callbackUrl: next.callbackUrl.slice(0, -1) }),
      () => next,
    ]),
    "shows-refused-urls-for-a-moment": ({ register, query }) => ({
      query: {
        perform: async (call, owner) => {
          await pause(2);
          return query.perform(call, owner);
        },
      },
      register: {
        perform: async (call, owner) => {
          const current = call.store.configurationOf(owner.name);
          const outcome = await register.perform(call, owner);
          if (!outcome.refused || outcome.offending === undefined || current === undefined) return outcome;
          register.save(call, owner, { ...current, callbackUrl: outcome.offending });
          await pause(10);
          register.save(call, owner, current);
          return outcome;
        },
      },
    }),
  },
  "concurrency.ends-whole": {
    "joins-overlapping-urls": (rules) => {
      const before = new Map<bigint, string>();
      return afterOverlap((_call, stored) => {
        const earlier = before.get(stored.id);
        before.set(stored.id, stored.callbackUrl);
        return earlier === undefined
          ? stored
          : { ...stored, callbackUrl: `${stored.callbackUrl},${earlier}`.slice(0, 600) };
      })(rules);
    },
  },
  "concurrency.keeps-identity": {
    "gives-a-new-id-when-registers-overlap": afterOverlap((_call, stored) => ({
      ...stored,
      id: stored.id + 1n,
    })),
    "sets-create-time-when-registers-overlap": afterOverlap((_call, stored) => ({
      ...stored,
      createTime: stored.createTime + 1_000_000n,
      updateTime: stored.updateTime + 1_000_000n,
    })),
    "removes-and-creates-on-update": ({ register, query }) => {
      const removed = new Set<string>();
      return {
        query: { read: (call, owner) => (removed.has(owner.name) ? undefined : query.read(call, owner)) },
        register: {
          perform: async (call, owner) => {
            const url = register.judge(call);
            const current = call.store.configurationOf(owner.name);
            if (typeof url !== "string" || current === undefined) return register.perform(call, owner);
            const wasRemoved = removed.has(owner.name);
            removed.add(owner.name);
            await pause();
            const next = register.update(call, current, url);
            register.save(call, owner, wasRemoved ? { ...next, id: next.id + 1n } : next);
            removed.delete(owner.name);
            return success(true);
          },
        },
      };
    },
  },
});
