import { also, edit } from "./afterwards.ts";
import { everyNth, fault, otherOf, wrap } from "./tools.ts";
import type { Fault, Row } from "./types.ts";

const ID = "2.1 id";
const CREATED = "2.1 createTime";
const OWN = "1. always the configuration of the caller";

/** What register and disable do to the store. */
export const STATE_FAULTS: Fault[] = [
  also(
    "register",
    "id-new-on-update",
    ID,
    "every register gives a new id",
    edit((r) => (r.id += 1)),
  ),
  also(
    "register",
    "id-new-after-disable",
    ID,
    "registering after disable gives a new id",
    edit((r, was) => {
      if (was === 0) r.id += 1;
    }),
  ),
  also(
    "register",
    "merchant-changes",
    "2.1 merchantId",
    "every update changes merchantId",
    edit((r, was) => {
      if (was !== undefined) r.merchantId = `${r.merchantId}1`;
    }),
  ),
  also(
    "register",
    "created-on-update",
    CREATED,
    "an update sets createTime anew",
    edit((r) => (r.createTime = r.updateTime)),
  ),
  also(
    "register",
    "created-after-disable",
    CREATED,
    "registering after disable sets createTime anew",
    edit((r, was) => {
      if (was === 0) r.createTime = r.updateTime;
    }),
  ),
  also(
    "register",
    "updated-never",
    "2.1 updateTime",
    "updateTime stays at createTime",
    edit((r) => (r.updateTime = r.createTime)),
  ),
  also(
    "register",
    "updated-backwards",
    "2.1 updateTime",
    "each update sets updateTime a minute back",
    edit((r, was) => {
      if (was !== undefined) r.updateTime = r.createTime - 60_000;
    }),
  ),
  also("register", "register-all", OWN, "register sets the URL of the other merchant too", (p, r, _x, m) => {
    const row = p.rows.get(otherOf(p, m).name);
    if (row !== undefined && r !== undefined) row.callbackUrl = r.callbackUrl;
  }),
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
    "register",
    "register-touches-other",
    OWN,
    "register sets the other merchant's updateTime",
    (p, _r, _x, m) => {
      const row = p.rows.get(otherOf(p, m).name);
      if (row !== undefined) row.updateTime = p.now();
    },
  ),
  also(
    "register",
    "merchants-equal",
    "2.1 merchantId",
    "both merchants have the same merchantId",
    edit((r) => (r.merchantId = "default")),
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
  also("query", "query-creates-time", CREATED, "a query sets createTime", (p, r) => {
    if (r === undefined) return;
    r.createTime = p.now();
    r.updateTime = Math.max(r.updateTime, r.createTime);
  }),
  fault(
    "register-refused-disabled",
    "any",
    "3.2 any existing configuration",
    "register is refused while disabled",
    (p) =>
      wrap(
        p,
        "register",
        (old) => (x, m, done) =>
          p.rows.get(m.name)?.status === 0 ? done(p.refuse("again", x)) : old(x, m, done),
      ),
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
    "restores-url",
    "any",
    "3.2 callbackUrl is updated",
    "registering after disable restores the former URL",
    (p) =>
      wrap(
        p,
        "keep",
        (old) => (url, x, before) => (before?.status === 0 ? before.callbackUrl : old(url, x, before)),
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
