import type { ReferenceMerchant } from "../../../lib/reference/call.ts";
import { toMutants } from "../../../lib/reference/mutant.ts";
import { success } from "../../../lib/reference/outcome.ts";
import { isDisable, pause } from "../../../lib/reference/faults.ts";
import { replacing } from "../../../lib/reference/changes.ts";

/** When requests overlap, a register or disable that answers true is lost, or happens to another merchant. */
export const concurrencyLostMutants = toMutants({
  "isolation.concurrent": {
    "loses-registers-while-another-merchant-registers": ({ register }) => {
      const underWay = new Map<string, number>();
      const change = (name: string, by: number) => underWay.set(name, (underWay.get(name) ?? 0) + by);
      return {
        register: {
          perform: async (call, owner) => {
            const isBusy = [...underWay].some(([name, count]) => name !== owner.name && count > 0);
            if (isBusy && typeof register.judge(call) === "string") return success(true);
            change(owner.name, 1);
            await pause();
            change(owner.name, -1);
            return register.perform(call, owner);
          },
        },
      };
    },
    "disables-the-last-caller-of-several": replacing("flow.operate", (operate) => {
      let last: ReferenceMerchant | undefined;
      return async (call, owner) => {
        if (!isDisable(call)) return operate(call, owner);
        last = owner;
        await pause();
        return operate(call, last);
      };
    }),
  },
  "concurrency.ends-whole": {
    "writes-back-at-disable-what-it-read-before": ({ disable }) => ({
      disable: {
        perform: async (call, owner) => {
          const current = call.store.configurationOf(owner.name);
          await pause();
          if (current === undefined || current.status === 0) return disable.perform(call, owner);
          disable.save(call, owner, disable.disabled(call, current));
          return success(true);
        },
      },
    }),
    "loses-registers-beyond-four-at-a-time": ({ register }) => {
      let underWay = 0;
      let isLost = false;
      return {
        register: {
          perform: async (call, owner) => {
            if (typeof register.judge(call) !== "string") return register.perform(call, owner);
            underWay += 1;
            isLost ||= underWay > 4;
            await pause(1);
            underWay -= 1;
            const outcome = isLost ? success(true) : await register.perform(call, owner);
            isLost &&= underWay > 0;
            return outcome;
          },
        },
      };
    },
  },
});
