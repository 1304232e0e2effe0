import { after, afterGood, fault, onView, otherOf, wrap, unhurried } from "./tools.ts";
import type { Exchange, Fault, Merchant, Plan, Row } from "./types.ts";

const OWN = "1. always the configuration of the caller";
const UPDATED = "3.2 callbackUrl is updated";

/** Counts the open registers of each merchant. */
const dropsWhen = (
  name: string,
  what: string,
  test: (open: Map<string, number>, x: Exchange, m: Merchant, p: Plan) => boolean,
): Fault =>
  fault(name, "any", UPDATED, what, (p) => {
    const open = new Map<string, number>();
    const clashed = new Set<Exchange>();
    const running = new Set<Exchange>();
    wrap(p, "register", (old) => (x, m, done) => {
      if (!p.rows.has(m.name)) return old(x, m, done);
      open.set(m.name, (open.get(m.name) ?? 0) + 1);
      running.add(x);
      if (test(open, x, m, p)) for (const one of running) if (one.caller === m) clashed.add(one);
      p.later(() => {
        open.set(m.name, (open.get(m.name) ?? 1) - 1);
        running.delete(x);
        if (clashed.delete(x)) done(p.accept(true, x));
        else old(x, m, done);
      }, 10);
      return undefined;
    });
  });

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
  fault("shared-url", "any", UPDATED, "the URL of a register is kept in one variable for 10 ms", (p) => {
    let current = "";
    wrap(p, "register", (old) => (x, m, done) => {
      current = x.url;
      p.later(() => {
        x.url = current;
        old(x, m, done);
      }, 10);
    });
  }),
  copies("disable-restores", "a disable writes back the URL of its start", (p, copy, m) =>
    p.rows.set(m.name, copy),
  ),
  fault("disable-table", "any", UPDATED, "a disable writes all rows back as they were at its start", (p) =>
    wrap(p, "disable", (old) => (x, m, done) => {
      const copy = new Map([...p.rows].map(([name, row]) => [name, { ...row }]));
      p.later(() => {
        for (const [name, row] of copy) p.rows.set(name, row);
        old(x, m, done);
      }, 12);
    }),
  ),
  dropsWhen(
    "drops-both",
    "two registers of a merchant at a time cancel each other",
    (open, _x, m) => (open.get(m.name) ?? 0) > 1,
  ),
  dropsWhen(
    "drops-busy-other",
    "a register is lost while the other merchant registers",
    (open, _x, m, p) => (open.get(otherOf(p, m).name) ?? 0) > 0,
  ),
  dropsWhen(
    "drops-over-four",
    "registers are lost while more than four are open",
    (open, _x, m) => (open.get(m.name) ?? 0) > 4,
  ),
  fault("answers-crossed", "any", OWN, "overlapping queries of different merchants exchange answers", (p) => {
    let held: { x: Exchange; answer: (owner: Merchant) => void } | undefined;
    wrap(p, "query", (old) => (x, m, done) => {
      const before = held;
      if (before !== undefined && before.x.caller !== m) {
        held = undefined;
        old(x, otherOf(p, m), done);
        before.answer(m);
        return;
      }
      let isAnswered = false;
      const mine = {
        x,
        answer: (owner: Merchant): void => {
          if (!isAnswered) old(x, owner, done);
          isAnswered = true;
        },
      };
      held = mine;
      p.later(() => {
        if (held === mine) held = undefined;
        mine.answer(m);
      }, 8);
    });
  }),
  unhurried(
    fault(
      "code-string-busy",
      "any",
      "2.3 code",
      "code is a string while more than two requests are open",
      (p) =>
        after(p, (a, x) => {
          if (x.overlapping > 2) a.fields["code"] = "0";
        }),
    ),
  ),
  unhurried(
    fault("data-null-busy", "any", "7.2", "data is null while more than three requests are open", (p) =>
      afterGood(p, (a, x) => {
        if (x.overlapping > 3) a.fields["data"] = null;
      }),
    ),
  ),
  fault("status-2-busy", "any", "2.1 status", "status is 2 while a disable is open", (p) => {
    let open = 0;
    wrap(p, "disable", (old) => (x, m, done) => {
      open++;
      p.later(() => {
        open--;
        old(x, m, done);
      }, 12);
    });
    onView(p, (f) => {
      if (open > 0) f["status"] = 2;
    });
  }),
  fault("id-race", "any", "2.1 id", "overlapping registers of a merchant give it a new id", (p) => {
    let open = 0;
    wrap(p, "register", (old) => (x, m, done) => {
      const row = p.rows.get(m.name);
      open++;
      if (open > 1 && row !== undefined) row.id += 1;
      p.later(() => {
        open--;
        old(x, m, done);
      }, 10);
    });
  }),
  fault("created-race", "any", "2.1 createTime", "overlapping registers set createTime anew", (p) => {
    let open = 0;
    wrap(p, "register", (old) => (x, m, done) => {
      const row = p.rows.get(m.name);
      open++;
      const clash = open > 1;
      p.later(() => {
        open--;
        if (clash && row !== undefined) row.createTime = p.now();
        old(x, m, done);
      }, 10);
    });
  }),
];
