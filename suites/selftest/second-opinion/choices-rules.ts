import { createHmac } from "node:crypto";
import { hmac, sha256, text5 } from "./plan.ts";
import { alsoRefuse, choice, statusOf, wrap } from "./tools.ts";
import type { Answer, Choice, Exchange, Plan } from "./types.ts";

const gateIf = (p: Plan, hit: (x: Exchange) => boolean, make: (x: Exchange) => Answer): void =>
  wrap(p, "gate", (old) => (x) => (hit(x) ? make(x) : old(x)));

const withStatus = (p: Plan, x: Exchange, status: number): Answer => ({ ...p.refuse("bad-body", x), status });

const hostOf = (url: string): string => new URL(url).hostname;

function isSignedOver(x: Exchange, secret: string, body: string): boolean {
  const text = [...text5(x).slice(0, -1), sha256(body)].join("\n");
  return hmac(secret, text) === x.headers["x-signature"];
}

/** The body as JSON.stringify writes it. */
function rewritten({ body }: Exchange): string {
  try {
    return JSON.stringify(JSON.parse(body.toString("utf8")));
  } catch {
    return "";
  }
}

const nonceOf = (x: Exchange): string => `${x.caller?.name} ${x.headers["x-nonce"]}`;

/** Gates, validators, signatures and nonces. */
export const RULE_CHOICES: Choice[] = [
  choice("type-exact", "any", "register with anything but exactly application/json is HTTP 415", (p) =>
    gateIf(
      p,
      (x) => x.op === "register" && x.headers["content-type"] !== "application/json",
      (x) => withStatus(p, x, 415),
    ),
  ),
  choice("type-forbidden", "any", "query and disable with a Content-Type are HTTP 415", (p) =>
    gateIf(
      p,
      (x) => (x.op === "query" || x.op === "disable") && x.headers["content-type"] !== undefined,
      (x) => withStatus(p, x, 415),
    ),
  ),
  choice("search-forbidden", "any", "a query string on any path is refused", (p) =>
    gateIf(
      p,
      (x) => x.search !== "",
      (x) => withStatus(p, x, 400),
    ),
  ),
  choice("size-413", "any", "bodies over 2 KB are HTTP 413", (p) =>
    gateIf(
      p,
      (x) => x.body.length > 2048,
      (x) => withStatus(p, x, 413),
    ),
  ),
  choice("hosts-public", "any", "loopback, private and local hosts are refused", (p) =>
    alsoRefuse(p, (url) =>
      /^(localhost|127\.|10\.|192\.168\.|\[)|\.(local|internal|localhost)$/.test(hostOf(url)),
    ),
  ),
  choice("get-404", "any", "other methods are HTTP 404", (p) => statusOf(p, 404, "method")),
  choice("others-absent", "any", "the operations that are only named are HTTP 404", (p) => {
    p.other = (x, _m, done) => done(p.refuse("path", x));
  }),
  choice(
    "waf-unauthorised",
    "any",
    "a gateway answers unknown keys with HTTP 401 and its own envelope",
    (p) =>
      wrap(p, "refuse", (old) => (why, x) => {
        const answer = old(why, x);
        if (why !== "no-key" && why !== "bad-key") return answer;
        const text = "Unauthorized";
        return {
          status: 401,
          fields: { code: 16, msg: text, message: text },
          headers: { "www-authenticate": 'ApiKey realm="cards"' },
        };
      }),
  ),
  choice("lockout-soft", "any", "each refused caller waits 60 ms", (p) => {
    p.hold = (a) => (a.status === 401 ? 60 : 0);
  }),
  choice("stamp-wellformed", "api-key", "X-Timestamp, when present, must be digits", (p) =>
    gateIf(
      p,
      (x) => x.headers["x-timestamp"] !== undefined && !/^\d+$/.test(x.headers["x-timestamp"]),
      (x) => withStatus(p, x, 400),
    ),
  ),
  choice("nonce-burned", "signed", "a nonce is spent even when the signature is wrong", (p) => {
    p.fresh = () => true;
    wrap(p, "proof", (old) => (x, m) => {
      const key = `${m.name} ${x.headers["x-nonce"] ?? ""}`;
      const used = p.nonces.has(key);
      p.nonces.set(key, 1);
      return used ? "bad-nonce" : old(x, m);
    });
  }),
  choice("nonce-length", "signed", "a nonce has 16 to 64 characters", (p) =>
    wrap(p, "fresh", (old) => (x, m) => {
      const { length } = x.headers["x-nonce"] ?? "";
      return length >= 16 && length <= 64 && old(x, m);
    }),
  ),
  choice("window-narrow", "signed", "timestamps may be 60 s old and 30 s ahead", (p) =>
    wrap(p, "timely", (old) => (stamp, x) => {
      const age = p.now() - Number(stamp);
      return old(stamp, x) && age <= 60_000 && age >= -30_000;
    }),
  ),
  choice("sign-before-key", "signed", "missing signature headers are reported before a missing key", (p) =>
    gateIf(
      p,
      (x) => ["x-timestamp", "x-nonce", "x-signature"].some((name) => (x.headers[name] ?? "") === ""),
      (x) => p.refuse("no-sign", x),
    ),
  ),
  choice("hash-md5", "signed", "HMAC with MD5 or SHA-1 is taken too", (p) =>
    wrap(p, "sign", (old) => (text, m) => [
      ...old(text, m),
      ...["md5", "sha1"].map((hash) => createHmac(hash, m.secret).update(text).digest("hex")),
    ]),
  ),
  choice("sign-reserialised", "signed", "the body may be written again before it is hashed", (p) =>
    wrap(p, "proof", (old) => (x, m) => {
      const why = old(x, m);
      return why === "bad-sign" && isSignedOver(x, m.secret, rewritten(x)) ? null : why;
    }),
  ),
  choice("nonce-race-5", "signed", "a nonce is written down when the answer is sent, 8 ms later", (p) => {
    const seen = new Set<string>();
    p.fresh = (x) => !seen.has(nonceOf(x));
    for (const op of ["register", "query", "disable"] as const) {
      wrap(p, op, (old) => (x, m, done) => {
        p.later(
          () =>
            old(x, m, (answer) => {
              seen.add(nonceOf(x));
              done(answer);
            }),
          8,
        );
      });
    }
  }),
];
