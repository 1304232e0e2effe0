import { mutant } from "../../../lib/reference/mutant.ts";
import { everyNth, updating } from "../../../lib/reference/faults.ts";

const SECOND = 1_000_000_000n;
const HOUR = 3600n * SECOND;

/** Faults that change on update what an update keeps. */
export const registerIdentityMutants = [
  mutant(
    "gives-a-new-id-on-update",
    "register.keeps-id",
    updating((next) => ({ ...next, id: next.id + 1n })),
  ),
  mutant(
    "gives-a-new-id-when-re-enabled",
    "register.keeps-id",
    updating((next, current) => (current.status === 0 ? { ...next, id: next.id + 1000n } : next)),
  ),
  mutant(
    "gives-a-new-merchant-id-on-update",
    "register.keeps-merchant-id",
    updating((next) => ({
      ...next,
      merchantId: `${next.merchantId}x`,
    })),
  ),
  mutant("shows-the-merchant-name-after-an-update", "register.keeps-merchant-id", (rules) => ({
    register: {
      update: (call, current, url) => ({
        ...rules.register.update(call, current, url),
        merchantId: `m-${call.merchants.findIndex(({ apiKey }) => apiKey === call.headers.get("x-api-key"))}`,
      }),
    },
  })),
  mutant("never-moves-update-time", "register.moves-update-time", (rules) => ({
    ...updating((next, { updateTime }) => ({ ...next, updateTime }))(rules),
    disable: { updateTimeAfter: (_call, { updateTime }) => updateTime },
  })),
  mutant(
    "moves-update-time-by-disable-alone",
    "register.moves-update-time",
    updating((next, { updateTime }) => ({ ...next, updateTime })),
  ),
  mutant("never-moves-update-time-of-the-second-merchant", "register.moves-update-time", ({ register }) => ({
    register: {
      save: (call, owner, next) => {
        const current = call.store.configurationOf(owner.name);
        const isSecond = owner.name !== call.merchants[0]?.name;
        register.save(
          call,
          owner,
          isSecond && current !== undefined ? { ...next, updateTime: current.updateTime } : next,
        );
      },
    },
  })),
  mutant(
    "sets-create-time-on-update",
    "register.keeps-create-time",
    updating((next, current) => ({
      ...next,
      createTime: current.createTime + SECOND,
      updateTime: next.updateTime + 2n * SECOND,
    })),
  ),
  mutant(
    "sets-create-time-when-re-enabled",
    "register.keeps-create-time",
    updating((next, current) =>
      current.status === 0 ? { ...next, createTime: next.updateTime - SECOND } : next,
    ),
  ),
  mutant("takes-update-time-from-two-clocks", "register.update-time-never-back", (rules) => {
    const ahead = everyNth(2);
    return updating((next, _current, call) => {
      const now = call.store.nextInstant();
      return { ...next, updateTime: ahead() ? now + HOUR : now };
    })(rules);
  }),
];
