import { everyNth, fault, onView, otherOf, wrap } from "./tools.ts";
import { newRow } from "./plan.ts";
import type { Exchange, Fault, Merchant, Plan, Row } from "./types.ts";

const OWN = "1. always the configuration of the caller";
const NOW = "3.2 transitions";
/** Shows something else than the current row. */
const loads = (
  name: string,
  breaks: string,
  what: string,
  make: (p: Plan) => (x: Exchange, m: Merchant, row: Row) => Row | undefined,
): Fault =>
  fault(name, "any", breaks, what, (p) => {
    const pick = make(p);
    wrap(p, "load", (old) => (x, m) => {
      const row = old(x, m);
      return row === undefined ? undefined : pick(x, m, row);
    });
  });

/** Keeps what was read under a key for some time. */
const cached = (name: string, what: string, ms: number, key: (x: Exchange, m: Merchant) => string): Fault =>
  loads(name, NOW, what, (p) => {
    const cache = new Map<string, { row: Row; at: number }>();
    return (x, m, row) => {
      const hit = cache.get(key(x, m));
      if (hit !== undefined && p.now() - hit.at < ms) return hit.row;
      cache.set(key(x, m), { row: { ...row }, at: p.now() });
      return row;
    };
  });

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

/** Reads that are stale or foreign, refusals that act, and answers that tell too much. */
export const READ_FAULTS: Fault[] = [
  cached("cache-500", "queries are cached for 500 ms", 500, (_x, m) => m.name),
  cached("cache-50", "queries are cached for 50 ms", 50, (_x, m) => m.name),
  cached("cache-10s", "queries are cached for 10 s", 10_000, (_x, m) => m.name),
  cached("cache-connection", "queries are cached per connection", 1e9, (x, m) => `${x.connection} ${m.name}`),
  cached("cache-shared", "queries of both merchants share a cache for 30 ms", 30, () => ""),
  cached(
    "cache-instances",
    "queries are cached by eleven instances, which take turns",
    1e9,
    (x, m) => `${m.name} ${x.serial % 11}`,
  ),
  stale("stale-third", "every third query shows the row before the last write", () => everyNth(3)),
  stale("stale-tenth", "every tenth query shows the row before the last write", () => everyNth(10)),
  stale(
    "stale-thirtieth",
    "one query in thirty shows the row before the last write",
    (p) => () => p.chance() < 1 / 30,
  ),
  stale("stale-100", "queries within 100 ms of a write show the row before", () => (_x, age) => age < 100),
  stale("stale-10", "queries within 10 ms of a write show the row before", () => (_x, age) => age < 10),
  stale(
    "stale-first",
    "the first query on a connection shows the row before the last write",
    () => (x) => x.turn === 1,
  ),
  stale(
    "stale-even",
    "queries on connections of even number show the row before",
    () => (x) => x.connection % 2 === 0,
  ),
  fault("stale-url", "any", NOW, "a cache of the URL is renewed by every second register", (p) => {
    const urls = new Map<string, string>();
    const hit = everyNth(2);
    wrap(p, "register", (old) => (x, m, done) => {
      if (hit()) urls.delete(m.name);
      old(x, m, done);
    });
    onView(p, (f, row, x) => {
      const name = x.caller?.name ?? "";
      f["callbackUrl"] = urls.get(name) ?? row.callbackUrl;
      urls.set(name, String(f["callbackUrl"]));
    });
  }),
  fault("register-late", "any", NOW, "register takes effect after 300 ms", (p) =>
    wrap(p, "register", (old) => (x, m, done) => {
      if (!p.rows.has(m.name)) return old(x, m, done);
      p.later(() => old(x, m, () => {}), 300);
      return done(p.accept(true, x));
    }),
  ),
  fault("register-late-40", "any", NOW, "register takes effect after 40 ms", (p) =>
    wrap(p, "register", (old) => (x, m, done) => {
      if (!p.rows.has(m.name)) return old(x, m, done);
      p.later(() => old(x, m, () => {}), 40);
      return done(p.accept(true, x));
    }),
  ),
  fault("register-reverts", "any", NOW, "an update is undone after 800 ms", (p) =>
    wrap(p, "register", (old) => (x, m, done) => {
      const before = p.rows.get(m.name)?.callbackUrl;
      old(x, m, done);
      p.later(() => {
        const row = p.rows.get(m.name);
        if (row !== undefined && before !== undefined) row.callbackUrl = before;
      }, 800);
    }),
  ),
  fault("register-lost-create", "any", NOW, "the first register is answered true and lost", (p) =>
    wrap(p, "register", (old) => (x, m, done) => {
      if (p.rows.has(m.name)) return old(x, m, done);
      p.rows.set(m.name, newRow(p, m, "https://pending.invalid/"));
      return done(p.accept(true, x));
    }),
  ),
  loads(
    "foreign-last",
    OWN,
    "a query shows the configuration that was written last",
    (p) => (_x, _m, row) => [...p.rows.values()].toSorted((a, b) => b.updateTime - a.updateTime)[0] ?? row,
  ),
  loads(
    "foreign-first",
    OWN,
    "a query shows the configuration of the first merchant",
    (p) => (_x, _m, row) => p.rows.get("alpha") ?? row,
  ),
  loads(
    "foreign-thirtieth",
    OWN,
    "one query in thirty shows the other merchant's configuration",
    (p) => (_x, m, row) => (p.chance() < 1 / 30 ? (p.rows.get(otherOf(p, m).name) ?? row) : row),
  ),
  loads(
    "foreign-disabled",
    OWN,
    "while disabled, a query shows the other merchant's configuration",
    (p) => (_x, m, row) => (row.status === 0 ? (p.rows.get(otherOf(p, m).name) ?? row) : row),
  ),
  loads("foreign-connection", OWN, "a query shows the merchant that the connection saw first", (p) => {
    const first = new Map<number, string>();
    return (x, m, row) => {
      const name = first.get(x.connection) ?? m.name;
      first.set(x.connection, name);
      return p.rows.get(name) ?? row;
    };
  }),
  loads(
    "gone-disabled",
    "3.1 status 0",
    "a query finds nothing while disabled",
    () => (_x, _m, row) => (row.status === 0 ? undefined : row),
  ),
  loads("gone-tenth", "7.2", "every tenth query finds nothing", () => {
    const hit = everyNth(10);
    return (_x, _m, row) => (hit() ? undefined : row);
  }),
  loads("status-tenth", "3.1", "every tenth query shows the other status", () => {
    const hit = everyNth(10);
    return (_x, _m, row) => (hit() ? { ...row, status: 1 - row.status } : row);
  }),
  loads(
    "status-after-queries",
    "3.1",
    "after three queries a disabled configuration shows as enabled",
    () => {
      const counts = new Map<number, number>();
      return (_x, _m, row) => {
        if (row.status === 1) counts.set(row.id, 0);
        else counts.set(row.id, (counts.get(row.id) ?? 0) + 1);
        return (counts.get(row.id) ?? 0) > 3 ? { ...row, status: 1 } : row;
      };
    },
  ),
];
