import { choice, wrap } from "./tools.ts";
import type { Choice, Plan } from "./types.ts";

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

/** Life of a configuration where the document is silent. */
export const STATE_CHOICES: Choice[] = [
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
  choice("disable-again-keeps-time", "any", "a second disable leaves updateTime alone", (p) =>
    wrap(p, "disable", (old) => (x, m, done) => {
      if (p.rows.get(m.name)?.status === 0) return done(p.accept(true, x));
      return old(x, m, done);
    }),
  ),
  choice("same-url-no-op", "any", "registering the stored URL changes nothing", (p) =>
    wrap(p, "register", (old) => (x, m, done) => {
      if (p.rows.get(m.name)?.callbackUrl === x.url) return done(p.accept(true, x));
      return old(x, m, done);
    }),
  ),
  choice("query-none-default", "any", "a query with nothing registered shows a disabled blank", (p) =>
    wrap(p, "query", (old) => (x, m, done) => {
      if (p.rows.has(m.name)) return old(x, m, done);
      return done(p.accept({ status: 0, retryCount: 0, eventTypes: "[]" }, x));
    }),
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
