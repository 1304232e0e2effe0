import { fault, wrap } from "./tools.ts";
import { newRow } from "./plan.ts";
import type { Exchange, Fault, Plan, Row } from "./types.ts";

const NOW = "3.2 transitions";
/** Shows the row as it was before the last write, when the test says so. */
const stale = (name: string, what: string, make: (p: Plan) => (x: Exchange, age: number) => boolean): Fault =>
  fault(name, "any", NOW, what, (p) => {
    const olds = new Map<string, { row: Row; at: number }>();
    const test = make(p);
    for (const op of ["register", "disable"] as const) {
      wrap(p, op, (old) => (x, m, done) => {
        const row = p.rows.get(m.name);
        if (row !== undefined) olds.set(m.name, { row: { ...row }, at: p.now() });
        old(x, m, done);
      });
    }
    wrap(p, "load", (old) => (x, m) => {
      const before = olds.get(m.name);
      return before !== undefined && test(x, p.now() - before.at) ? before.row : old(x, m);
    });
  });

/** Reads that are stale or foreign, refusals that act, and answers that reveal too much. */
export const READ_FAULTS: Fault[] = [
  stale("stale-10", "queries within 10 ms of a write show the row before", () => (_x, age) => age < 10),
  stale(
    "stale-first",
    "the first query on a connection shows the row before the last write",
    () => (x) => x.turn === 1,
  ),
  fault("register-lost-create", "any", NOW, "the first register is answered true and lost", (p) =>
    wrap(p, "register", (old) => (x, m, done) => {
      if (p.rows.has(m.name)) return old(x, m, done);
      p.rows.set(m.name, newRow(p, m, "https://pending.invalid/"));
      return done(p.accept(true, x));
    }),
  ),
];
