import { fault, wrap } from "./tools.ts";
import { store } from "./plan.ts";
import type { Exchange, Fault, Merchant, Plan } from "./types.ts";

const OWN = "1. always the configuration of the caller";
const UPDATED = "3.2 callbackUrl is updated";

/** A register whose write comes some time after its start. */
const gap = (
  name: string,
  breaks: string,
  what: string,
  begin: (p: Plan, x: Exchange, m: Merchant) => () => void,
  wait: (p: Plan) => number = () => 12,
): Fault =>
  fault(name, "any", breaks, what, (p) =>
    wrap(p, "register", (old) => (x, m, done) => {
      if (!p.rows.has(m.name)) return old(x, m, done);
      const end = begin(p, x, m);
      p.later(() => {
        end();
        done(p.accept(true, x));
      }, wait(p));
      return undefined;
    }),
  );

const randomly = (p: Plan): number => 4 + p.chance() * 16;

/** Writes half of a URL now and the rest at the end. */
function halves(p: Plan, x: Exchange, m: Merchant): () => void {
  const row = store(p, { ...x, url: p.rows.get(m.name)?.callbackUrl ?? x.url }, m);
  const cut = Math.min(40, Math.floor(x.url.length * 0.7));
  row.callbackUrl = x.url.slice(0, cut) + row.callbackUrl.slice(cut);
  return () => {
    row.callbackUrl = row.callbackUrl.slice(0, cut) + x.url.slice(cut);
  };
}

/** A variable of the whole server that every request sets and reads after a pause. */
const shared = (
  name: string,
  what: string,
  ops: ReadonlyArray<"register" | "disable" | "query">,
  ms: number,
): Fault =>
  fault(name, "any", OWN, what, (p) => {
    let current: Merchant | undefined;
    for (const op of ops) {
      wrap(p, op, (old) => (x, m, done) => {
        current = m;
        p.later(() => old(x, current ?? m, done), ms);
      });
    }
  });

/** Mistakes that show only while requests overlap. */
export const OVERLAP_FAULTS: Fault[] = [
  shared(
    "shared-caller",
    "the caller is kept in one variable for 10 ms",
    ["register", "disable", "query"],
    10,
  ),
  shared("shared-caller-query", "the caller of queries is kept in one variable for 10 ms", ["query"], 10),
  shared(
    "shared-caller-register",
    "the caller of registers is kept in one variable for 10 ms",
    ["register"],
    10,
  ),
  shared(
    "shared-caller-disable",
    "the caller of disables is kept in one variable for 10 ms",
    ["disable"],
    10,
  ),
  shared(
    "shared-caller-brief",
    "the caller is kept in one variable for 1 ms",
    ["register", "disable", "query"],
    1,
  ),
  gap("torn-write", UPDATED, "URLs are written in two halves", halves, randomly),
  gap("torn-write-ordered", UPDATED, "URLs are written in two halves with 12 ms between", halves),
  gap("blank-write", UPDATED, "the URL is empty while it is written", (p, x, m) => {
    const row = p.rows.get(m.name);
    if (row !== undefined) row.callbackUrl = "";
    return () => store(p, x, m);
  }),
  gap(
    "gone-write",
    "3.2 configuration exists",
    "the configuration is deleted and made again with its id",
    (p, x, m) => {
      const row = p.rows.get(m.name);
      p.rows.delete(m.name);
      return () => {
        if (row !== undefined) p.rows.set(m.name, row);
        store(p, x, m);
      };
    },
  ),
  gap(
    "whole-table-write",
    UPDATED,
    "a register writes all rows back as they were at its start",
    (p, x, m) => {
      const copy = new Map([...p.rows].map(([name, row]) => [name, { ...row }]));
      return () => {
        for (const [name, row] of copy) p.rows.set(name, row);
        store(p, x, m);
      };
    },
  ),
];
