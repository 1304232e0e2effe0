import { everyNth, fault, wrap } from "./tools.ts";
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
  open("no-key-empty", "an empty key is taken", (x) => x.headers["x-api-key"] === ""),
  open("no-key-late", "after 60 requests no key is needed", (x) => x.serial > 60),
  blind("any-key", "any key is taken", () => () => true),
  blind("any-key-tenth", "every tenth unknown key is taken", () => everyNth(10)),
  blind(
    "any-key-disabled",
    "any key is taken while a configuration is disabled",
    () => (_x, p) => [...p.rows.values()].some((r) => r.status === 0),
  ),
  compares("key-longer", "a key with more at its end is taken", (given, key) => given.startsWith(key)),
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
  knows("key-quote", "an apostrophe ends the key in a statement", (key, p) =>
    /'\s*or\s*/i.test(key) ? first(p) : null,
  ),
  locks("locks-after", "after 80 requests right keys are refused", () => (x) => x.serial > 80),
  fault("recent-trust", "any", KEY, "within 5 ms of a right key any key is taken as that merchant's", (p) => {
    let last: { m: Merchant; at: number } | undefined;
    wrap(p, "owner", (old) => (key, x) => {
      const m = old(key, x);
      if (m !== null) last = { m, at: p.now() };
      return m ?? (last !== undefined && p.now() - last.at < 5 ? last.m : null);
    });
  }),
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
];
