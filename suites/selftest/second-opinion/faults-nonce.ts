import { everyNth, fault, wrap } from "./tools.ts";
import type { Exchange, Fault, Merchant, Plan, Row } from "./types.ts";

const NONCE = "5.2 X-Nonce is unique per request";

const nonceOf = (x: Exchange): string => x.headers["x-nonce"] ?? "";

/** Passes used nonces in some case. */
const reuse = (
  name: string,
  what: string,
  make: () => (x: Exchange, m: Merchant, p: Plan) => boolean,
): Fault =>
  fault(name, "signed", NONCE, what, (p) => {
    const test = make();
    wrap(p, "fresh", (old) => (x, m) => old(x, m) || test(x, m, p));
  });

/** Remembers nonces under a key of its own. */
const keyed = (name: string, what: string, key: (x: Exchange, m: Merchant) => string): Fault =>
  fault(name, "signed", NONCE, what, (p) => {
    const seen = new Set<string>();
    p.fresh = (x, m) => {
      const id = `${m.name} ${key(x, m)}`;
      if (seen.has(id)) return false;
      seen.add(id);
      return true;
    };
  });

/** A refused request that acts all the same. */
const acts = (name: string, what: string, why: string, op: string): Fault =>
  fault(name, "signed", "5.2; refusal", what, (p) =>
    wrap(p, "proof", (old) => (x, m) => {
      const found = old(x, m);
      const row = p.rows.get(m.name);
      if (found !== why || x.op !== op || row === undefined) return found;
      if (op === "disable") row.status = 0;
      const url = /"callbackUrl":\s*"([^"]+)"/.exec(x.body.toString("utf8"))?.[1];
      if (op === "register" && url !== undefined) row.callbackUrl = url;
      return found;
    }),
  );

/** Nonces that are taken twice. */
export const NONCE_FAULTS: Fault[] = [
  reuse("nonce-reuse", "a nonce may be used again", () => () => true),
  reuse("nonce-reuse-query", "query takes a used nonce", () => (x) => x.op === "query"),
  reuse("nonce-reuse-register", "register takes a used nonce", () => (x) => x.op === "register"),
  reuse("nonce-reuse-disable", "disable takes a used nonce", () => (x) => x.op === "disable"),
  reuse(
    "nonce-reuse-second",
    "the second merchant may use a nonce again",
    () => (_x, m, p) => m === p.merchants[1],
  ),
  reuse(
    "nonce-reuse-disabled",
    "a nonce may be used again while disabled",
    () => (_x, m, p) => p.rows.get(m.name)?.status === 0,
  ),
  reuse("nonce-reuse-fourth", "every fourth use of an old nonce passes", () => everyNth(4)),
  reuse("nonce-reuse-third-use", "a nonce is refused once, then taken", () => {
    const refused = new Set<string>();
    return (x) => {
      const again = refused.has(nonceOf(x));
      refused.add(nonceOf(x));
      return again;
    };
  }),
  keyed("nonce-per-operation", "nonces are kept per operation", (x) => `${x.op} ${nonceOf(x)}`),
  keyed(
    "nonce-per-stamp",
    "nonces are kept with their timestamp",
    (x) => `${x.headers["x-timestamp"]} ${nonceOf(x)}`,
  ),
  keyed("nonce-per-connection", "nonces are kept per connection", (x) => `${x.connection} ${nonceOf(x)}`),
  keyed(
    "nonce-per-signature",
    "nonces are kept with their signature",
    (x) => `${x.headers["x-signature"]} ${nonceOf(x)}`,
  ),
  keyed("nonce-per-body", "nonces are kept with the body", (x) => `${x.body.toString("utf8")} ${nonceOf(x)}`),
  keyed("nonce-two-stores", "two instances keep nonces of their own", (x) => `${nonceOf(x)}${x.serial % 2}`),
  fault("nonce-ttl-200", "signed", NONCE, "nonces are forgotten after 200 ms", (p) =>
    wrap(p, "fresh", (old) => (x, m) => {
      const at = p.nonces.get(`${m.name} ${nonceOf(x)}`);
      if (at !== undefined && p.now() - at > 200) p.nonces.delete(`${m.name} ${nonceOf(x)}`);
      return old(x, m);
    }),
  ),
  fault("nonce-ttl-2000", "signed", NONCE, "nonces are forgotten after 2 s", (p) =>
    wrap(p, "fresh", (old) => (x, m) => {
      const at = p.nonces.get(`${m.name} ${nonceOf(x)}`);
      if (at !== undefined && p.now() - at > 2000) p.nonces.delete(`${m.name} ${nonceOf(x)}`);
      return old(x, m);
    }),
  ),
  fault("nonce-last-3", "signed", NONCE, "only the last three nonces are kept", (p) =>
    wrap(p, "fresh", (old) => (x, m) => {
      while (p.nonces.size > 3) p.nonces.delete(p.nonces.keys().next().value ?? "");
      return old(x, m);
    }),
  ),
  fault("nonce-last-1", "signed", NONCE, "only the last nonce is kept", (p) =>
    wrap(p, "fresh", (old) => (x, m) => {
      while (p.nonces.size > 1) p.nonces.delete(p.nonces.keys().next().value ?? "");
      return old(x, m);
    }),
  ),
  fault("nonce-last-20", "signed", NONCE, "only the last twenty nonces are kept", (p) =>
    wrap(p, "fresh", (old) => (x, m) => {
      while (p.nonces.size > 20) p.nonces.delete(p.nonces.keys().next().value ?? "");
      return old(x, m);
    }),
  ),
  fault("nonce-race", "signed", NONCE, "a nonce is written down 30 ms after it is checked", (p) => {
    const seen = new Set<string>();
    p.fresh = (x, m) => {
      const id = `${m.name} ${nonceOf(x)}`;
      p.later(() => seen.add(id), 30);
      return !seen.has(id);
    };
  }),
  fault("nonce-race-5", "signed", NONCE, "a nonce is written down when the answer is sent", (p) => {
    const seen = new Set<string>();
    p.fresh = (x, m) => !seen.has(`${m.name} ${nonceOf(x)}`);
    for (const op of ["register", "query", "disable"] as const) {
      wrap(p, op, (old) => (x, m, done) => {
        p.later(
          () =>
            old(x, m, (a) => {
              seen.add(`${m.name} ${nonceOf(x)}`);
              done(a);
            }),
          8,
        );
      });
    }
  }),
  fault("nonce-kept-on-success", "signed", NONCE, "a nonce is kept only when the operation succeeds", (p) => {
    const seen = new Set<string>();
    p.fresh = (x, m) => !seen.has(`${m.name} ${nonceOf(x)}`);
    wrap(p, "accept", (old) => (data, x) => {
      if (x.caller !== null) seen.add(`${x.caller.name} ${nonceOf(x)}`);
      return old(data, x);
    });
  }),
  fault("nonce-kept-on-write", "signed", NONCE, "only writes keep their nonces", (p) =>
    wrap(p, "fresh", (old) => (x, m) => {
      if (x.op !== "query") return old(x, m);
      return !p.nonces.has(`${m.name} ${nonceOf(x)}`);
    }),
  ),
  fault("nonce-absent", "signed", NONCE, "a missing nonce passes", (p) =>
    wrap(p, "proof", (old) => (x, m) => {
      if (nonceOf(x) !== "") return old(x, m);
      const wanted = p.sign(p.canonical(x), m);
      return wanted.includes(x.headers["x-signature"] ?? "") ? null : "bad-sign";
    }),
  ),
  fault("replay-whole", "signed", NONCE, "a request that is repeated as a whole passes", (p) => {
    const answers = new Map<string, Row | null>();
    wrap(p, "proof", (old) => (x, m) => {
      const id = `${x.op} ${x.headers["x-signature"]} ${nonceOf(x)}`;
      const why = old(x, m);
      if (why === null) answers.set(id, null);
      return why === "bad-nonce" && answers.has(id) ? null : why;
    });
  }),
  acts(
    "bad-sign-registers",
    "a register with a wrong signature is refused and stores its URL",
    "bad-sign",
    "register",
  ),
  acts(
    "bad-sign-disables",
    "a disable with a wrong signature is refused and disables",
    "bad-sign",
    "disable",
  ),
  acts(
    "bad-nonce-registers",
    "a register with a used nonce is refused and stores its URL",
    "bad-nonce",
    "register",
  ),
  acts("bad-nonce-disables", "a disable with a used nonce is refused and disables", "bad-nonce", "disable"),
  acts("bad-time-disables", "a disable with an old timestamp is refused and disables", "bad-time", "disable"),
  acts(
    "bad-time-registers",
    "a register with an old timestamp is refused and stores its URL",
    "bad-time",
    "register",
  ),
  acts("no-sign-disables", "a disable without a signature is refused and disables", "no-sign", "disable"),
];
