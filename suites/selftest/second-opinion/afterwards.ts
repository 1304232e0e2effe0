import { fault, wrap } from "./tools.ts";
import type { Exchange, Fault, Merchant, Plan, Row } from "./types.ts";

export type Act = (
  p: Plan,
  row: Row | undefined,
  x: Exchange,
  m: Merchant,
  wasStatus: number | undefined,
) => void;

/** Does something more after an operation, before it answers. */
export const also = (
  op: "register" | "disable" | "query",
  name: string,
  breaks: string,
  what: string,
  act: Act,
): Fault =>
  fault(name, "any", breaks, what, (p) =>
    wrap(p, op, (old) => (x, m, done) => {
      const was = p.rows.get(m.name)?.status;
      old(x, m, (a) => {
        act(p, p.rows.get(m.name), x, m, was);
        done(a);
      });
    }),
  );

export const edit =
  (change: (row: Row, was: number | undefined) => unknown): Act =>
  (_p, row, _x, _m, was) => {
    if (row !== undefined) change(row, was);
  };
