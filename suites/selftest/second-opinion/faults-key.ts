import { differences, everyNth, fault, otherOf, wrap, unhurried } from "./tools.ts";
import type { Exchange, Fault, Merchant, Mode, Plan } from "./types.ts";

const KEY = "5.1 API key in X-API-Key";

/** Knows some keys besides the issued ones. */
const knows = (
  name: string,
  what: string,
  find: (key: string, p: Plan, x: Exchange) => Merchant | null | undefined,
  mode: Mode | "any" = "any",
): Fault =>
  fault(name, mode, KEY, what, (p) =>
    wrap(p, "owner", (old) => (key, x) => old(key, x) ?? find(key, p, x) ?? null),
  );

const compares = (name: string, what: string, same: (given: string, key: string) => boolean): Fault =>
  knows(name, what, (given, p) => p.merchants.find((m) => same(given, m.apiKey)));

const first = (p: Plan): Merchant | null => p.merchants[0] ?? null;

/** Lets callers without a key act as the first merchant. */
const open = (name: string, what: string, test: (x: Exchange, p: Plan) => boolean): Fault =>
  fault(name, "any", KEY, what, (p) => {
    p.anonymous = (x) => (test(x, p) ? first(p) : null);
  });

/** Takes any unknown key, and any proof with it, in some case. */
const blind = (name: string, what: string, make: () => (x: Exchange, p: Plan) => boolean): Fault =>
  fault(name, "any", KEY, what, (p) => {
    const test = make();
    const waved = new WeakSet<Exchange>();
    wrap(p, "owner", (old) => (key, x) => {
      const known = old(key, x);
      if (known !== null || !test(x, p)) return known;
      waved.add(x);
      return first(p);
    });
    wrap(p, "proof", (old) => (x, m) => (waved.has(x) ? null : old(x, m)));
  });

/** Refuses issued keys in some case. */
const locks = (
  name: string,
  what: string,
  make: () => (x: Exchange, p: Plan, m: Merchant) => boolean,
): Fault =>
  fault(name, "any", "5.3", what, (p) => {
    const test = make();
    wrap(p, "owner", (old) => (key, x) => {
      const m = old(key, x);
      return m !== null && test(x, p, m) ? null : m;
    });
  });

/** API keys that are taken or refused against section 5. */
export const KEY_FAULTS: Fault[] = [
  open("no-key", "requests without a key are taken", () => true),
  open("no-key-query", "queries without a key are taken", (x) => x.op === "query"),
  open("no-key-register", "registers without a key are taken", (x) => x.op === "register"),
  open("no-key-disable", "disables without a key are taken", (x) => x.op === "disable"),
  open("no-key-empty", "an empty key is taken", (x) => x.headers["x-api-key"] === ""),
  open("no-key-second-turn", "a later request on a connection needs no key", (x) => x.turn > 1),
  open("no-key-late", "after 60 requests no key is needed", (x) => x.serial > 60),
  open(
    "no-key-search",
    "queries without a key are taken when nothing is disabled",
    (x, p) => x.op === "query" && [...p.rows.values()].every((r) => r.status === 1),
  ),
  blind("any-key", "any key is taken", () => () => true),
  blind("any-key-query", "any key is taken by query", () => (x) => x.op === "query"),
  blind("any-key-register", "any key is taken by register", () => (x) => x.op === "register"),
  blind("any-key-disable", "any key is taken by disable", () => (x) => x.op === "disable"),
  blind("any-key-tenth", "every tenth unknown key is taken", () => everyNth(10)),
  blind("any-key-fifth", "every fifth unknown key is taken", () => everyNth(5)),
  blind("any-key-turn", "any key is taken on a later request of a connection", () => (x) => x.turn > 1),
  blind(
    "any-key-keep",
    "any key is taken on the third and later requests of a connection",
    () => (x) => x.turn > 2,
  ),
  blind(
    "any-key-disabled",
    "any key is taken while a configuration is disabled",
    () => (_x, p) => [...p.rows.values()].some((r) => r.status === 0),
  ),
  unhurried(
    blind(
      "any-key-overlap",
      "any key is taken while other requests are open",
      () => (x) => x.overlapping > 1,
    ),
  ),
  blind(
    "any-key-long",
    "keys over 64 characters are taken",
    () => (x) => (x.headers["x-api-key"] ?? "").length > 64,
  ),
  blind(
    "any-key-prefix",
    "any key with the right first three characters is taken",
    () => (x, p) => (x.headers["x-api-key"] ?? "").startsWith(first(p)?.apiKey.slice(0, 3) ?? "-"),
  ),
  compares("key-given-prefix", "the beginning of a key is taken", (given, key) => key.startsWith(given)),
  compares("key-longer", "a key with more at its end is taken", (given, key) => given.startsWith(key)),
  compares("key-more-before", "a key with more before it is taken", (given, key) => given.endsWith(key)),
  compares("key-inside", "anything that contains a key is taken", (given, key) => given.includes(key)),
  compares(
    "key-first-8",
    "the first eight characters of a key decide",
    (given, key) => given.slice(0, 8) === key.slice(0, 8),
  ),
  compares(
    "key-but-last",
    "the last character of a key does not count",
    (given, key) => given.slice(0, -1) === key.slice(0, -1) && given.length === key.length,
  ),
  compares(
    "key-but-first",
    "the first character of a key does not count",
    (given, key) => given.slice(1) === key.slice(1),
  ),
  compares(
    "key-any-case",
    "keys are compared in any case",
    (given, key) => given.toLowerCase() === key.toLowerCase(),
  ),
  compares(
    "key-middle",
    "one changed character in the middle does not count",
    (given, key) => differences(given, key) === 1,
  ),
  compares("key-length", "any key of the right length is taken", (given, key) => given.length === key.length),
  knows("key-words", "the words null, undefined, test and admin are keys", (key, p) =>
    /^(null|undefined|test|admin|demo|none)$/i.test(key) ? first(p) : null,
  ),
  knows("key-wildcard", "percent signs and stars are wildcards", (key, p) =>
    /^[%*_]+$/.test(key) ? first(p) : null,
  ),
  knows("key-quote", "an apostrophe ends the key in a statement", (key, p) =>
    /'\s*or\s*/i.test(key) ? first(p) : null,
  ),
  knows("key-name", "merchantId is taken as a key", (key, p) =>
    p.merchants.find((m) => p.rows.get(m.name)?.merchantId === key),
  ),
  locks("locks-tenth", "every tenth request with a right key is refused", () => everyNth(10)),
  locks(
    "locks-thirtieth",
    "one request in thirty with a right key is refused",
    () => (_x, p) => p.chance() < 1 / 30,
  ),
  locks(
    "locks-second",
    "the key of the second merchant is refused by disable",
    () => (x, p, m) => x.op === "disable" && m === p.merchants[1],
  ),
  locks("locks-after", "after 80 requests right keys are refused", () => (x) => x.serial > 80),
  fault(
    "connection-owner",
    "any",
    KEY,
    "the first key on a connection decides for all later requests",
    (p) => {
      const owners = new Map<number, Merchant>();
      wrap(p, "owner", (old) => (key, x) => {
        const m = old(key, x);
        const seen = owners.get(x.connection);
        if (seen !== undefined) return m === null ? null : seen;
        if (m !== null) owners.set(x.connection, m);
        return m;
      });
    },
  ),
  fault("connection-trust", "any", KEY, "after one right key a connection is trusted", (p) => {
    const trusted = new Map<number, Merchant>();
    wrap(p, "owner", (old) => (key, x) => {
      const m = old(key, x);
      if (m !== null) trusted.set(x.connection, m);
      return m ?? trusted.get(x.connection) ?? null;
    });
    wrap(p, "anonymous", (old) => (x) => old(x) ?? trusted.get(x.connection) ?? null);
  }),
  fault("recent-trust", "any", KEY, "within 5 ms of a right key any key is taken as that merchant's", (p) => {
    let last: { m: Merchant; at: number } | undefined;
    wrap(p, "owner", (old) => (key, x) => {
      const m = old(key, x);
      if (m !== null) last = { m, at: p.now() };
      return m ?? (last !== undefined && p.now() - last.at < 5 ? last.m : null);
    });
  }),
  fault(
    "owner-swapped-disable",
    "any",
    "1. always the configuration of the caller",
    "disable takes the other merchant for the caller",
    (p) => wrap(p, "disable", (old) => (x, m, done) => old(x, otherOf(p, m), done)),
  ),
  fault(
    "owner-first-register",
    "any",
    "1. always the configuration of the caller",
    "an update goes to the first merchant",
    (p) =>
      wrap(p, "register", (old) => (x, m, done) => old(x, p.rows.has(m.name) ? (first(p) ?? m) : m, done)),
  ),
  fault("others-open", "any", KEY, "the operations that are only named need no key", (p) => {
    p.anonymous = (x) => (["register", "query", "disable"].includes(x.op) ? null : first(p));
  }),
  fault("others-any-key", "any", KEY, "the operations that are only named take any key", (p) => {
    wrap(
      p,
      "owner",
      (old) => (key, x) => old(key, x) ?? (["register", "query", "disable"].includes(x.op) ? null : first(p)),
    );
  }),
  fault("others-bare", "any", "2.3", "the operations that are only named answer bare lists", (p) => {
    p.other = (_x, _m, done) => done({ status: 200, fields: {}, headers: {}, text: "[]" });
  }),
  fault(
    "refused-acts",
    "any",
    KEY,
    "a disable with an unknown key is refused and disables the first merchant",
    (p) =>
      wrap(p, "owner", (old) => (key, x) => {
        const m = old(key, x);
        const row = p.rows.get("alpha");
        if (m === null && x.op === "disable" && row !== undefined) row.status = 0;
        return m;
      }),
  ),
];
