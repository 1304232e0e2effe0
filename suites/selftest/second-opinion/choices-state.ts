import { choice, wrap } from "./tools.ts";
import type { Choice, Plan } from "./types.ts";

/** Replaces the answer of a query that finds nothing. */
const noneAs =
  (status: number, code: number, data?: unknown) =>
  (p: Plan): void =>
    wrap(p, "query", (old) => (x, m, done) => {
      if (p.rows.has(m.name)) return old(x, m, done);
      const fields = { code, msg: "no configuration", message: "no configuration" };
      return done({ status, fields: data === undefined ? fields : { ...fields, data }, headers: {} });
    });

/** Enables a configuration some time after its registration. */
function activateLater(p: Plan, wait: number): void {
  p.firstStatus = 0;
  p.enableOnUpdate = false;
  const timers = new Map<string, () => void>();
  wrap(p, "register", (old) => (x, m, done) => {
    old(x, m, (a) => {
      timers.get(m.name)?.();
      const row = p.rows.get(m.name);
      timers.set(
        m.name,
        p.later(() => {
          if (row !== undefined) row.status = 1;
        }, wait),
      );
      done(a);
    });
  });
  wrap(p, "disable", (old) => (x, m, done) => {
    timers.get(m.name)?.();
    old(x, m, done);
  });
}

/** Begins each task when the one before it says that it is over. */
function queue(): (task: (over: () => void) => void) => void {
  const waiting: ((over: () => void) => void)[] = [];
  const begin = (): void =>
    waiting[0]?.(() => {
      waiting.shift();
      begin();
    });
  return (task) => {
    if (waiting.push(task) === 1) begin();
  };
}

const disableNone = (p: Plan, status: number, code: number, data: unknown): void =>
  wrap(p, "disable", (old) => (x, m, done) => {
    if (p.rows.has(m.name)) return old(x, m, done);
    return done({ status, fields: { code, msg: "nothing to disable", message: "", data }, headers: {} });
  });

/** Life of a configuration where the document is silent. */
export const STATE_CHOICES: Choice[] = [
  choice("starts-disabled", "any", "a new configuration has status 0 for good", (p) => {
    p.firstStatus = 0;
    p.enableOnUpdate = false;
  }),
  choice("starts-disabled-update-enables", "any", "status is 0 when created and 1 after an update", (p) => {
    p.firstStatus = 0;
  }),
  choice("stays-disabled", "any", "registering again leaves a disabled configuration disabled", (p) => {
    p.enableOnUpdate = false;
  }),
  choice("enables-on-new-url", "any", "only registering another URL enables again", (p) => {
    p.enableOnUpdate = false;
    wrap(p, "register", (old) => (x, m, done) => {
      const before = p.rows.get(m.name);
      if (before !== undefined && before.callbackUrl !== x.url) before.status = 1;
      old(x, m, done);
    });
  }),
  choice("activates-later", "any", "status turns 1 a quarter of a second after a register", (p) =>
    activateLater(p, 250),
  ),
  choice("activates-60s", "any", "status turns 1 a minute after a register", (p) => activateLater(p, 60_000)),
  choice("verify-fails", "any", "status turns 0 after a failed trial delivery to the URL", (p) =>
    wrap(p, "register", (old) => (x, m, done) => {
      old(x, m, done);
      const row = p.rows.get(m.name);
      p.later(() => {
        if (row !== undefined && row.callbackUrl === x.url) row.status = 0;
      }, 400);
    }),
  ),
  choice("disable-again-409", "any", "disabling a disabled configuration is refused", (p) =>
    wrap(p, "disable", (old) => (x, m, done) => {
      if (p.rows.get(m.name)?.status === 0) return done(p.refuse("again", x));
      return old(x, m, done);
    }),
  ),
  choice("disable-again-false", "any", "disabling a disabled configuration answers data false", (p) =>
    wrap(p, "disable", (old) => (x, m, done) => {
      if (p.rows.get(m.name)?.status === 0) return done(p.accept(false, x));
      return old(x, m, done);
    }),
  ),
  choice("disable-again-keeps-time", "any", "a second disable leaves updateTime alone", (p) =>
    wrap(p, "disable", (old) => (x, m, done) => {
      if (p.rows.get(m.name)?.status === 0) return done(p.accept(true, x));
      return old(x, m, done);
    }),
  ),
  choice("disable-keeps-time", "any", "disable leaves updateTime alone", (p) =>
    wrap(p, "disable", (old) => (x, m, done) => {
      const row = p.rows.get(m.name);
      const at = row?.updateTime ?? 0;
      old(x, m, (a) => {
        if (row !== undefined) row.updateTime = at;
        done(a);
      });
    }),
  ),
  choice("same-url-no-op", "any", "registering the stored URL changes nothing", (p) =>
    wrap(p, "register", (old) => (x, m, done) => {
      if (p.rows.get(m.name)?.callbackUrl === x.url) return done(p.accept(true, x));
      return old(x, m, done);
    }),
  ),
  choice("disable-none-true", "any", "disable with nothing registered succeeds", (p) =>
    disableNone(p, 200, 0, true),
  ),
  choice("disable-none-false", "any", "disable with nothing registered answers data false", (p) =>
    disableNone(p, 200, 0, false),
  ),
  choice("disable-none-500", "any", "disable with nothing registered is HTTP 500", (p) =>
    disableNone(p, 500, 50001, false),
  ),
  choice("query-none-absent", "any", "a query with nothing registered has no data", noneAs(200, 0)),
  choice("query-none-empty", "any", "a query with nothing registered has data {}", noneAs(200, 0, {})),
  choice("query-none-null", "any", "a query with nothing registered has data null", noneAs(200, 0, null)),
  choice("query-none-code", "any", "a query with nothing registered is HTTP 200 with a code", noneAs(200, 7)),
  choice("query-none-500", "any", "a query with nothing registered is HTTP 500", noneAs(500, 500)),
  choice(
    "query-none-204-like",
    "any",
    "a query with nothing registered is HTTP 404, data null",
    noneAs(404, 404, null),
  ),
  choice(
    "query-none-default",
    "any",
    "a query with nothing registered shows a disabled blank",
    noneAs(200, 0, { status: 0, retryCount: 0, eventTypes: "[]" }),
  ),
  choice("cache-invalidated", "any", "queries are cached until the next register or disable", (p) => {
    const cache = new Map<string, object>();
    wrap(p, "view", (old) => (row, x) => {
      const name = x.caller?.name ?? "";
      const hit = cache.get(name);
      if (hit !== undefined) return { ...hit };
      const shown = old(row, x);
      cache.set(name, { ...shown });
      return shown;
    });
    for (const key of ["register", "disable"] as const) {
      wrap(p, key, (old) => (x, m, done) => {
        cache.delete(m.name);
        old(x, m, done);
      });
    }
  }),
  choice("write-behind", "any", "register and disable answer after 150 ms, when the write is done", (p) => {
    for (const key of ["register", "disable"] as const) {
      wrap(p, key, (old) => (x, m, done) => {
        p.later(() => old(x, m, done), 150);
      });
    }
  }),
  choice("serialised", "any", "the operations of a merchant wait in a queue", (p) => {
    const queues = new Map(p.merchants.map(({ name }) => [name, queue()]));
    for (const key of ["register", "disable", "query"] as const) {
      wrap(p, key, (old) => (x, m, done) => {
        queues.get(m.name)?.((over) =>
          p.later(
            () =>
              old(x, m, (a) => {
                done(a);
                over();
              }),
            15,
          ),
        );
      });
    }
  }),
  choice(
    "update-time-monotone",
    "any",
    "updateTime is later than the one before, by a millisecond at least",
    (p) =>
      wrap(p, "register", (old) => (x, m, done) => {
        const at = p.rows.get(m.name)?.updateTime ?? 0;
        old(x, m, (a) => {
          const row = p.rows.get(m.name);
          if (row !== undefined) row.updateTime = Math.max(row.updateTime, at + 1);
          done(a);
        });
      }),
  ),
  choice("events-follow-status", "any", "eventTypes is [] while disabled", (p) =>
    wrap(p, "view", (old) => (row, x) => ({
      ...old(row, x),
      ...(row.status === 0 ? { eventTypes: "[]", retryCount: 0 } : {}),
    })),
  ),
];
