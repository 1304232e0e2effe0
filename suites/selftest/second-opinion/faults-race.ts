import { fault, wrap } from "./tools.ts";
import type { Fault, Merchant, Plan, Row } from "./types.ts";

const UPDATED = "3.2 callbackUrl is updated";

/** A disable that copies the row and writes the copy back later. */
const copies = (name: string, what: string, write: (p: Plan, copy: Row, m: Merchant) => void): Fault =>
  fault(name, "any", UPDATED, what, (p) =>
    wrap(p, "disable", (old) => (x, m, done) => {
      const row = p.rows.get(m.name);
      if (row === undefined) return old(x, m, done);
      const copy = { ...row, status: 0, updateTime: p.now() };
      p.later(() => {
        write(p, copy, m);
        done(p.accept(true, x));
      }, 12);
      return undefined;
    }),
  );

/** Writes and answers that go wrong while requests overlap. */
export const RACE_FAULTS: Fault[] = [
  copies("disable-restores", "a disable writes back the URL of its start", (p, copy, m) =>
    p.rows.set(m.name, copy),
  ),
];
