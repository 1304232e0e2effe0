import type { Call, ReferenceMerchant } from "../../../lib/reference/call.ts";
import { toMutants } from "../../../lib/reference/mutant.ts";
import { type Outcome, success } from "../../../lib/reference/outcome.ts";
import { isDisable, isQuery, isRegister, pause } from "../../../lib/reference/faults.ts";
import { replacing } from "../../../lib/reference/changes.ts";

interface UnderWay {
  readonly call: Call;
  readonly owner: ReferenceMerchant;
}

/** Requests under way. Returns those of other merchants that overlapped a request. */
function meeting(): (call: Call, owner: ReferenceMerchant) => Promise<readonly UnderWay[]> {
  const underWay = new Map<UnderWay, Set<UnderWay>>();
  return async (call, owner) => {
    const own = { call, owner };
    const met = new Set([...underWay.keys()].filter((other) => other.owner.name !== owner.name));
    for (const other of met) underWay.get(other)?.add(own);
    underWay.set(own, met);
    await pause();
    underWay.delete(own);
    return [...met];
  };
}

/** While requests of two merchants overlap, one of them gets or does what is the other's. */
export const concurrencyBetweenMutants = toMutants({
  "isolation.concurrent": {
    "shows-the-id-of-another-who-queries": ({ query }) => {
      const meet = meeting();
      return {
        query: {
          perform: async (call, owner) => {
            const met = (await meet(call, owner)).find((other) => isQuery(other.call));
            const [own, theirs] = [owner, met?.owner].map((one) =>
              call.store.configurationOf(one?.name ?? ""),
            );
            if (own === undefined || theirs === undefined) return query.perform(call, owner);
            return {
              refused: false,
              data: query.view(call, { ...own, id: theirs.id, merchantId: theirs.merchantId }),
            };
          },
        },
      };
    },
    "answers-a-register-with-the-outcome-of-another": replacing("register.perform", (perform) => {
      const meet = meeting();
      const outcomes = new WeakMap<Call, Outcome>();
      return async (call, owner) => {
        const outcome = await perform(call, owner);
        outcomes.set(call, outcome);
        const met = (await meet(call, owner)).find((other) => outcomes.has(other.call));
        return (met && outcomes.get(met.call)) ?? outcome;
      };
    }),
    "disables-who-registers-meanwhile": replacing("flow.operate", (operate) => {
      const meet = meeting();
      return async (call, owner) => {
        const met = await meet(call, owner);
        const outcome = await operate(call, owner);
        const stored = call.store.configurationOf(owner.name);
        if (isRegister(call) && stored !== undefined && met.some((other) => isDisable(other.call)))
          call.store.save(owner.name, { ...stored, status: 0 });
        return outcome;
      };
    }),
    "loses-disables-while-another-registers": replacing("flow.operate", (operate) => {
      const meet = meeting();
      return async (call, owner) => {
        const met = await meet(call, owner);
        const isLost = isDisable(call) && met.some((other) => isRegister(other.call));
        return isLost ? success(true) : operate(call, owner);
      };
    }),
    "loses-registers-while-another-disables": replacing("flow.operate", (operate) => {
      const meet = meeting();
      return async (call, owner) => {
        const met = await meet(call, owner);
        const isLost = isRegister(call) && met.some((other) => isDisable(other.call));
        return isLost && typeof call.rules.register.judge(call) === "string"
          ? success(true)
          : operate(call, owner);
      };
    }),
  },
  "register.creates": {
    "loses-first-registers-that-overlap-others": ({ register }) => {
      const meet = meeting();
      return {
        register: {
          perform: async (call, owner) => {
            const isFirst = call.store.configurationOf(owner.name) === undefined;
            const met = await meet(call, owner);
            const isLost = isFirst && met.length > 0 && typeof register.judge(call) === "string";
            return isLost ? success(true) : register.perform(call, owner);
          },
        },
      };
    },
    "creates-with-the-url-of-another-who-registers-meanwhile": ({ register }) => {
      const meet = meeting();
      return {
        register: {
          perform: async (call, owner) => {
            const isFirst = call.store.configurationOf(owner.name) === undefined;
            const [met] = await meet(call, owner);
            const outcome = await register.perform(call, owner);
            const own = call.store.configurationOf(owner.name);
            const callbackUrl = met === undefined ? undefined : register.judge(met.call);
            if (isFirst && own !== undefined && typeof callbackUrl === "string")
              call.store.save(owner.name, { ...own, callbackUrl });
            return outcome;
          },
        },
      };
    },
  },
});
