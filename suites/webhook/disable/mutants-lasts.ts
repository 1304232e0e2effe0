import type { Call } from "../../../lib/reference/call.ts";
import { type Change, toMutants } from "../../../lib/reference/mutant.ts";
import { refusal, success } from "../../../lib/reference/outcome.ts";
import type { Configuration } from "../../../lib/reference/store.ts";
import { performing } from "./faults.ts";
import { everyNth } from "../../../lib/reference/faults.ts";
import { replacing } from "../../../lib/reference/changes.ts";

const HALF_A_SECOND = 500_000_000n;

/** Changes the configuration before each request where `when` says so. */
function before(
  when: (call: Call, stored: Configuration) => boolean,
  change: (stored: Configuration) => Configuration,
): Change {
  return replacing("flow.operate", (operate) => (call, owner) => {
    const stored = call.store.configurationOf(owner.name);
    if (stored !== undefined && when(call, stored)) call.store.save(owner.name, change(stored));
    return operate(call, owner);
  });
}

const enabled = (stored: Configuration): Configuration => ({ ...stored, status: 1 });
const isQuery = ({ operation }: Call) => operation === "webhook/query";

/** Faults that let a disabled configuration become enabled. */
export const disableLastsMutants = toMutants({
  "disable.again": {
    "toggles-on-disable": ({ disable }) => ({
      disable: {
        perform: (call, owner) => {
          const stored = call.store.configurationOf(owner.name);
          if (stored?.status !== 0) return disable.perform(call, owner);
          disable.save(call, owner, enabled(stored));
          return success(true);
        },
      },
    }),
    "enables-on-a-refused-second-disable": performing((call, owner, stored) => {
      if (stored.status !== 0) return undefined;
      call.store.save(owner.name, enabled(stored));
      return refusal("already-disabled");
    }),
  },
  "disable.lasts": {
    "enables-after-six-queries": (rules) => {
      const sixth = everyNth(6);
      return before((call, { status }) => status === 0 && isQuery(call) && sixth(), enabled)(rules);
    },
    "enables-after-half-a-second": (rules) => ({
      ...before(
        (call, { status, updateTime }) =>
          status === 0 && BigInt(Math.round(call.now())) * 1_000_000n - updateTime > HALF_A_SECOND,
        enabled,
      )(rules),
    }),
    "enables-everybody-on-anybodys-register": replacing("register.save", (save) => (call, owner, next) => {
      save(call, owner, next);
      for (const { name } of call.merchants) {
        const stored = call.store.configurationOf(name);
        if (stored !== undefined && name !== owner.name) call.store.save(name, enabled(stored));
      }
    }),
  },
  "register.refusal-changes-nothing": {
    "enables-on-a-malformed-register": before(
      (call, { status }) =>
        status === 0 &&
        call.operation === "webhook/register" &&
        "refused" in call.rules.body.readRegister(call),
      enabled,
    ),
  },
});
