import { also, edit } from "./afterwards.ts";
import { fault, wrap } from "./tools.ts";
import type { Fault, Merchant, Plan, Row } from "./types.ts";

/** Replaces disable, for callers with a configuration. */
const disables = (
  name: string,
  what: string,
  act: (p: Plan, row: Row, m: Merchant, n: number) => void,
): Fault =>
  fault(name, "any", "3.2 disabled (status 0)", what, (p) => {
    let n = 0;
    wrap(p, "disable", (old) => (x, m, done) => {
      const row = p.rows.get(m.name);
      if (row === undefined) return old(x, m, done);
      act(p, row, m, ++n);
      return done(p.accept(true, x));
    });
  });

const off = (row: Row): void => {
  row.status = 0;
};

/** Faults in the effects of disable on the store. */
export const DISABLE_FAULTS: Fault[] = [
  also(
    "disable",
    "disable-clears-url",
    "3.2 disable",
    "disable empties callbackUrl",
    edit((r) => (r.callbackUrl = "")),
  ),
  also(
    "disable",
    "disable-second-deletes",
    "3.2 disable",
    "disabling again deletes the configuration",
    (p, _r, _x, m, was) => {
      if (was === 0) p.rows.delete(m.name);
    },
  ),
  disables("disable-third", "every third disable does nothing", (_p, row, _m, n) =>
    n % 3 === 0 ? undefined : off(row),
  ),
];
