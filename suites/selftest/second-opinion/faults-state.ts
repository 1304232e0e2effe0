import { also, edit } from "./afterwards.ts";
import { everyNth, fault, otherOf, wrap } from "./tools.ts";
import type { Fault, Row } from "./types.ts";

const ID = "2.1 id";
const OWN = "1. always the configuration of the caller";

/** Faults in the effects of register and disable on the store. */
export const STATE_FAULTS: Fault[] = [
  also(
    "register",
    "updated-never",
    "2.1 updateTime",
    "updateTime stays at createTime",
    edit((r) => (r.updateTime = r.createTime)),
  ),
  also(
    "register",
    "register-all-long",
    OWN,
    "register with a query sets the other merchant's URL too",
    (p, r, x, m) => {
      const row = p.rows.get(otherOf(p, m).name);
      if (row !== undefined && r !== undefined && x.url.includes("?")) row.callbackUrl = r.callbackUrl;
    },
  ),
  also(
    "register",
    "register-enables-other",
    OWN,
    "register enables the other merchant's configuration",
    (p, _r, _x, m) => {
      const row = p.rows.get(otherOf(p, m).name);
      if (row !== undefined) row.status = 1;
    },
  ),
  also(
    "register",
    "register-disables-other",
    OWN,
    "register disables the other merchant's configuration",
    (p, _r, _x, m) => {
      const row = p.rows.get(otherOf(p, m).name);
      if (row !== undefined) row.status = 0;
    },
  ),
  also(
    "query",
    "query-enables",
    "1. query",
    "a query enables after it answers",
    edit((r) => (r.status = 1)),
  ),
  also("query", "query-touches", "2.1 updateTime", "a query sets updateTime", (p, r) => {
    if (r !== undefined) r.updateTime = p.now() + 1;
  }),
  also(
    "query",
    "query-counts-id",
    ID,
    "a query adds one to id",
    edit((r) => (r.id += 1)),
  ),
  fault(
    "register-refused-exists",
    "any",
    "3.2 any existing configuration",
    "register is refused when a configuration exists",
    (p) =>
      wrap(
        p,
        "register",
        (old) => (x, m, done) => (p.rows.has(m.name) ? done(p.refuse("again", x)) : old(x, m, done)),
      ),
  ),
  fault(
    "register-refused-shared",
    "any",
    "3.2 register",
    "a URL that the other merchant holds is refused",
    (p) =>
      wrap(
        p,
        "register",
        (old) => (x, m, done) =>
          p.rows.get(otherOf(p, m).name)?.callbackUrl === x.url
            ? done(p.refuse("again", x))
            : old(x, m, done),
      ),
  ),
  fault(
    "second-row",
    "any",
    "3.2 updates",
    "registering after disable adds a row, queries show the rows in turn",
    (p) => {
      const older = new Map<string, Row>();
      const hit = everyNth(2);
      wrap(p, "register", (old) => (x, m, done) => {
        const row = p.rows.get(m.name);
        if (row?.status === 0) older.set(m.name, { ...row });
        old(x, m, done);
      });
      wrap(p, "load", (old) => (x, m) => (hit() ? (older.get(m.name) ?? old(x, m)) : old(x, m)));
    },
  ),
];
