import { also, edit } from "./afterwards.ts";
import { fault, otherOf, wrap } from "./tools.ts";
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

const ID = "2.1 id";
const CREATED = "2.1 createTime";
const OWN = "1. always the configuration of the caller";

/** What disable does to the store. */
export const DISABLE_FAULTS: Fault[] = [
  also(
    "disable",
    "disable-id",
    ID,
    "disable changes the id",
    edit((r) => (r.id += 1)),
  ),
  also(
    "disable",
    "disable-created",
    CREATED,
    "disable sets createTime anew",
    edit((r) => (r.createTime = r.updateTime + 1)),
  ),
  also(
    "disable",
    "disable-clears-url",
    "3.2 disable",
    "disable empties callbackUrl",
    edit((r) => (r.callbackUrl = "")),
  ),
  also(
    "disable",
    "disable-marks-url",
    "3.2 disable",
    "disable adds a mark to callbackUrl",
    edit((r) => (r.callbackUrl += "#disabled")),
  ),
  also(
    "disable",
    "disable-second-clears",
    "3.2 disable",
    "disabling again empties callbackUrl",
    edit((r, was) => {
      if (was === 0) r.callbackUrl = "";
    }),
  ),
  also(
    "disable",
    "disable-merchant",
    "2.1 merchantId",
    "disable changes merchantId",
    edit((r) => (r.merchantId = "0")),
  ),
  also("disable", "disable-deletes", "3.2 disable", "disable deletes the configuration", (p, _r, _x, m) =>
    p.rows.delete(m.name),
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
  also("disable", "disable-all", OWN, "disable disables the other merchant too", (p, _r, _x, m) => {
    const row = p.rows.get(otherOf(p, m).name);
    if (row !== undefined) row.status = 0;
  }),
  disables("disable-nothing", "disable does nothing", () => {}),
  disables("disable-late", "disable takes effect after 400 ms", (p, row) => p.later(() => off(row), 400)),
  disables("disable-late-60", "disable takes effect after 60 ms", (p, row) => p.later(() => off(row), 60)),
  disables("disable-reverts", "disable is undone after 700 ms", (p, row) => {
    off(row);
    p.later(() => (row.status = 1), 700);
  }),
  disables("disable-toggles", "disable enables what is disabled", (_p, row) => (row.status = 1 - row.status)),
  disables("disable-once", "only the first disable of the server works", (_p, row, _m, n) =>
    n === 1 ? off(row) : undefined,
  ),
  disables("disable-third", "every third disable does nothing", (_p, row, _m, n) =>
    n % 3 === 0 ? undefined : off(row),
  ),
  disables("disable-tenth", "one disable in ten does nothing by chance", (p, row) =>
    p.chance() < 0.1 ? undefined : off(row),
  ),
  disables(
    "disable-twice",
    "only a second disable works",
    (() => {
      let pending: Row | undefined;
      return (_p, row) => {
        if (pending === row) off(row);
        pending = row;
      };
    })(),
  ),
  disables("disable-not-second", "disable of the second merchant does nothing", (p, row, m) =>
    m === p.merchants[1] ? undefined : off(row),
  ),
  disables("disable-not-updated", "disable does nothing after an update", (_p, row) =>
    row.updateTime > row.createTime ? undefined : off(row),
  ),
  disables("disable-long-url", "disable does nothing while the URL is over 300 characters", (_p, row) =>
    row.callbackUrl.length > 300 ? undefined : off(row),
  ),
  disables("disable-query-url", "disable does nothing while the URL has a query", (_p, row) =>
    row.callbackUrl.includes("?") ? undefined : off(row),
  ),
  fault("disable-wrong", "any", OWN, "disable acts on the last configuration that was registered", (p) => {
    let last = "";
    wrap(p, "register", (old) => (x, m, done) => {
      last = m.name;
      old(x, m, done);
    });
    wrap(
      p,
      "disable",
      (old) => (x, m, done) => old(x, p.merchants.find((one) => one.name === last) ?? m, done),
    );
  }),
  fault("disable-refused", "any", "3.2 disable", "disable is refused right after a register", (p) => {
    const fresh = new Set<string>();
    wrap(p, "register", (old) => (x, m, done) => {
      fresh.add(m.name);
      old(x, m, done);
    });
    wrap(
      p,
      "disable",
      (old) => (x, m, done) => (fresh.delete(m.name) ? done(p.refuse("again", x)) : old(x, m, done)),
    );
  }),
  fault("disable-false", "any", "7.2", "disable works and answers data false", (p) =>
    wrap(
      p,
      "disable",
      (old) => (x, m, done) => old(x, m, (a) => done({ ...a, fields: { ...a.fields, data: false } })),
    ),
  ),
];
