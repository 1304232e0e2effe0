import type { Call } from "../../../lib/reference/call.ts";
import { type Change, toMutants } from "../../../lib/reference/mutant.ts";
import { success } from "../../../lib/reference/outcome.ts";
import type { Configuration } from "../../../lib/reference/store.ts";
import { everyNth, isReused, updating } from "../../../lib/reference/faults.ts";

/** An accepted update is lost where `when` says so; it hears of every operation of the merchant in turn. */
function losingUpdates(when: (history: readonly string[]) => boolean): Change {
  return ({ flow, register }) => {
    const histories = new Map<string, string[]>();
    return {
      flow: {
        operate: async (call, owner) => {
          const history = histories.get(owner.name) ?? [];
          histories.set(owner.name, history);
          const outcome = await flow.operate(call, owner);
          history.push(`${call.operation.replace("webhook/", "")}${outcome.refused ? " refused" : ""}`);
          return outcome;
        },
      },
      register: {
        save: (call, owner, next) => {
          const current = call.store.configurationOf(owner.name);
          const isLost = current !== undefined && when(histories.get(owner.name) ?? []);
          register.save(call, owner, isLost ? current : next);
        },
      },
    };
  };
}

const endsWith = (history: readonly string[], ...end: string[]) =>
  end.every((operation, index) => history.at(index - end.length) === operation);
const writes = (history: readonly string[]) => history.filter((operation) => operation !== "query");

/** Query shows what was stored one write ago where `when` says so. */
function showingTheLast(when: (reads: number, call: Call) => boolean): Change {
  return ({ query, register, disable }) => {
    const last = new Map<string, Configuration>();
    const reads = new Map<string, number>();
    const noting =
      (save: typeof register.save): typeof register.save =>
      (call, owner, next) => {
        const current = call.store.configurationOf(owner.name);
        if (current !== undefined) last.set(owner.name, current);
        reads.set(owner.name, 0);
        save(call, owner, next);
      };
    return {
      register: { save: noting(register.save) },
      disable: { save: noting(disable.save) },
      query: {
        read: (call, owner) => {
          const count = (reads.get(owner.name) ?? 0) + 1;
          reads.set(owner.name, count);
          return (when(count, call) ? last.get(owner.name) : undefined) ?? query.read(call, owner);
        },
      },
    };
  };
}

/** Query shows a write only after a while. */
function showingLate(lagMs: number): Change {
  return ({ query, register, disable }) => {
    const past = new Map<string, { readonly shown: Configuration | undefined; readonly until: number }>();
    const noting =
      (save: typeof register.save): typeof register.save =>
      (call, owner, next) => {
        past.set(owner.name, { shown: shownTo(call, owner), until: call.now() + lagMs });
        save(call, owner, next);
      };
    const shownTo: typeof query.read = (call, owner) => {
      const late = past.get(owner.name);
      return late !== undefined && call.now() < late.until ? late.shown : query.read(call, owner);
    };
    return {
      register: { save: noting(register.save) },
      disable: { save: noting(disable.save) },
      query: { read: shownTo },
    };
  };
}

export const lifecycleMutants = toMutants({
  "lifecycle.walkthrough": {
    "loses-an-update-after-disable-and-query": losingUpdates((history) =>
      endsWith(history, "disable", "query"),
    ),
  },
  "disable.sets-status": {
    "cannot-disable-after-an-update": ({ disable, ...rules }) => {
      const updated = new Set<bigint>();
      return {
        ...updating((next) => {
          updated.add(next.id);
          return next;
        })({ disable, ...rules }),
        disable: {
          disabled: (call, current) => (updated.has(current.id) ? current : disable.disabled(call, current)),
        },
      };
    },
  },
  "register.stores": {
    "loses-the-third-register-in-a-row": losingUpdates((history) =>
      endsWith(writes(history), "register", "register"),
    ),
    "loses-an-update-after-two-disables": losingUpdates((history) =>
      endsWith(writes(history), "disable", "disable"),
    ),
    "answers-the-fifth-update-and-forgets-it": ({ register }) => {
      const fifth = everyNth(5);
      return {
        register: {
          perform: (call, owner) => {
            const isUpdate = call.store.configurationOf(owner.name) !== undefined;
            const isGood = isUpdate && typeof register.judge(call) === "string";
            return isGood && fifth() ? success(true) : register.perform(call, owner);
          },
        },
      };
    },
  },
  "register.replaces": {
    "loses-an-update-after-a-refused-register": losingUpdates((history) =>
      endsWith(writes(history), "register refused"),
    ),
  },
  "lifecycle.any-sequence": {
    "disables-nothing-after-a-refused-register": ({ flow, disable }) => {
      let spoilt = false;
      return {
        flow: {
          operate: async (call, owner) => {
            const outcome = await flow.operate(call, owner);
            spoilt = outcome.refused && call.operation === "webhook/register";
            return outcome;
          },
        },
        disable: { disabled: (call, current) => (spoilt ? current : disable.disabled(call, current)) },
      };
    },
  },
  "lifecycle.reads-at-once": {
    "shows-writes-200-ms-late": showingLate(200),
  },
  "lifecycle.reads-follow-writes": {
    "shows-the-last-state-in-the-first-query": showingTheLast((reads) => reads === 1),
    "shows-the-last-state-on-new-connections": showingTheLast((_reads, call) => !isReused(call)),
    "shows-writes-3-s-late": showingLate(3_000),
    "shows-the-last-state-in-one-of-twenty-queries": (rules) => {
      const now = everyNth(20);
      return showingTheLast(() => now())(rules);
    },
    "writes-every-seventh-update-late": ({ register, flow }) => {
      const late = everyNth(7);
      let pending: (() => void) | undefined;
      return {
        register: {
          save: (call, owner, next) => {
            if (call.store.configurationOf(owner.name) === undefined || !late())
              register.save(call, owner, next);
            else pending = () => register.save(call, owner, next);
          },
        },
        flow: {
          perform: async (call) => {
            const due = pending;
            pending = undefined;
            const outcome = await flow.perform(call);
            due?.();
            return outcome;
          },
        },
      };
    },
  },
  "disable.lasts": {
    "shows-the-last-state-in-the-third-query": showingTheLast((reads) => reads === 3),
  },
  "concurrency.reads-registered": {
    "shows-other-connections-their-own-past": ({ query, register, disable }) => {
      const cache = new Map<string, Configuration>();
      const caching =
        (save: typeof register.save): typeof register.save =>
        (call, owner, next) => {
          cache.set(`${call.connection.id} ${owner.name}`, next);
          save(call, owner, next);
        };
      return {
        register: { save: caching(register.save) },
        disable: { save: caching(disable.save) },
        query: {
          read: (call, owner) => {
            const key = `${call.connection.id} ${owner.name}`;
            const stored = query.read(call, owner);
            const cached = cache.get(key) ?? stored;
            if (cached !== undefined) cache.set(key, cached);
            return cached;
          },
        },
      };
    },
  },
});
