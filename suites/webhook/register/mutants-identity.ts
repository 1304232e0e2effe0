import { toMutants } from "../../../lib/reference/mutant.ts";
import { everyNth, updating } from "../../../lib/reference/faults.ts";
import { changing, replacing } from "../../../lib/reference/changes.ts";

const SECOND = 1_000_000_000n;
const HOUR = 3600n * SECOND;

/** Faults that change on update what an update keeps. */
export const registerIdentityMutants = toMutants({
  "register.keeps-id": {
    "gives-a-new-id-on-update": updating((next) => ({ ...next, id: next.id + 1n })),
    "gives-a-new-id-when-re-enabled": updating((next, current) =>
      current.status === 0 ? { ...next, id: next.id + 1000n } : next,
    ),
  },
  "register.keeps-merchant-id": {
    "gives-a-new-merchant-id-on-update": updating((next) => ({
      ...next,
      merchantId: `${next.merchantId}x`,
    })),
    "shows-the-merchant-name-after-an-update": changing("register.update", (usual, call) => ({
      ...usual,
      merchantId: `m-${call.merchants.findIndex(({ apiKey }) => apiKey === call.headers.get("x-api-key"))}`,
    })),
  },
  "register.moves-update-time": {
    "never-moves-update-time": (rules) => ({
      ...updating((next, { updateTime }) => ({ ...next, updateTime }))(rules),
      disable: { updateTimeAfter: (_call, { updateTime }) => updateTime },
    }),
    "moves-update-time-by-disable-alone": updating((next, { updateTime }) => ({ ...next, updateTime })),
    "never-moves-update-time-of-the-second-merchant": replacing(
      "register.save",
      (save) => (call, owner, next) => {
        const current = call.store.configurationOf(owner.name);
        const isSecond = owner.name !== call.merchants[0]?.name;
        save(
          call,
          owner,
          isSecond && current !== undefined ? { ...next, updateTime: current.updateTime } : next,
        );
      },
    ),
  },
  "register.keeps-create-time": {
    "sets-create-time-on-update": updating((next, current) => ({
      ...next,
      createTime: current.createTime + SECOND,
      updateTime: next.updateTime + 2n * SECOND,
    })),
    "sets-create-time-when-re-enabled": updating((next, current) =>
      current.status === 0 ? { ...next, createTime: next.updateTime - SECOND } : next,
    ),
  },
  "register.update-time-never-back": {
    "takes-update-time-from-two-clocks": (rules) => {
      const ahead = everyNth(2);
      return updating((next, _current, call) => {
        const now = call.store.nextInstant();
        return { ...next, updateTime: ahead() ? now + HOUR : now };
      })(rules);
    },
  },
});
