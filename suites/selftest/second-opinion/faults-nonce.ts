import { fault, wrap } from "./tools.ts";
import type { Exchange, Fault, Merchant, Plan } from "./types.ts";

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
  reuse("nonce-reuse-third-use", "a nonce is refused once, then taken", () => {
    const refused = new Set<string>();
    return (x) => {
      const again = refused.has(nonceOf(x));
      refused.add(nonceOf(x));
      return again;
    };
  }),
  keyed(
    "nonce-per-stamp",
    "nonces are kept with their timestamp",
    (x) => `${x.headers["x-timestamp"]} ${nonceOf(x)}`,
  ),
  keyed("nonce-per-connection", "nonces are kept per connection", (x) => `${x.connection} ${nonceOf(x)}`),
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
  fault("nonce-absent", "signed", NONCE, "a missing nonce passes", (p) =>
    wrap(p, "proof", (old) => (x, m) => {
      if (nonceOf(x) !== "") return old(x, m);
      const wanted = p.sign(p.canonical(x), m);
      return wanted.includes(x.headers["x-signature"] ?? "") ? null : "bad-sign";
    }),
  ),
  acts(
    "bad-sign-disables",
    "a disable with a wrong signature is refused and disables",
    "bad-sign",
    "disable",
  ),
];
