import { alsoRefuse, choice, replaceText, statusOf, wrap } from "./tools.ts";
import type { Answer, Choice, Exchange, Fields, Plan } from "./types.ts";

const gateIf = (p: Plan, hit: (x: Exchange) => boolean, make: (x: Exchange) => Answer): void =>
  wrap(p, "gate", (old) => (x) => (hit(x) ? make(x) : old(x)));

const withStatus = (p: Plan, x: Exchange, status: number): Answer => ({ ...p.refuse("bad-body", x), status });

const hostOf = (url: string): string => new URL(url).hostname;

/** Refuses a register body that fails a test of its members. */
const bodyRule = (p: Plan, test: (body: Fields, x: Exchange) => boolean): void =>
  wrap(p, "pick", (old) => (body, x) => (test(body, x) ? old(body, x) : undefined));

/** Gates, validators and the order of checks. */
export const STRICT_CHOICES: Choice[] = [
  choice("body-first", "any", "the body is validated before the caller", (p) => {
    p.bodyFirst = true;
  }),
  choice("type-required", "any", "register without application/json is HTTP 415", (p) =>
    gateIf(
      p,
      (x) => x.op === "register" && !/^application\/json\s*(;|$)/i.test(x.headers["content-type"] ?? ""),
      (x) => withStatus(p, x, 415),
    ),
  ),
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
  choice("body-forbidden", "any", "query and disable with a body are refused", (p) =>
    gateIf(
      p,
      (x) => (x.op === "query" || x.op === "disable") && x.body.length > 0,
      (x) => withStatus(p, x, 400),
    ),
  ),
  choice("search-forbidden", "any", "a query string on any path is refused", (p) =>
    gateIf(
      p,
      (x) => x.search !== "",
      (x) => withStatus(p, x, 400),
    ),
  ),
  choice("members-strict", "any", "unknown members of the body are refused", (p) =>
    bodyRule(p, (body) => Object.keys(body).every((name) => name === "callbackUrl")),
  ),
  choice("duplicates-refused", "any", "a body that names callbackUrl twice is refused", (p) =>
    bodyRule(p, (_body, x) => x.body.toString("utf8").split('"callbackUrl"').length === 2),
  ),
  choice("members-any-case", "any", "member names are matched in any case", (p) =>
    wrap(
      p,
      "pick",
      () => (body) => body[Object.keys(body).find((name) => name.toLowerCase() === "callbackurl") ?? ""],
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
  choice("hosts-no-ip", "any", "IP addresses as hosts are refused", (p) =>
    alsoRefuse(p, (url) => /^[\d.]+$|^\[/.test(hostOf(url))),
  ),
  choice("hosts-dotted", "any", "hosts without a dot are refused", (p) =>
    alsoRefuse(p, (url) => !hostOf(url).includes(".")),
  ),
  choice("no-userinfo", "any", "URLs with user information are refused", (p) =>
    alsoRefuse(p, (url) => /^https:\/\/[^/?#]*@/i.test(url)),
  ),
  choice("no-fragment", "any", "URLs with a fragment are refused", (p) =>
    alsoRefuse(p, (url) => url.includes("#")),
  ),
  choice("ascii-only", "any", "URLs with non-ASCII characters are refused", (p) =>
    alsoRefuse(p, (url) => /[^\x21-\x7e]/.test(url)),
  ),
  choice("rfc3986", "any", "characters outside RFC 3986 and stray percent signs are refused", (p) =>
    alsoRefuse(p, (url) => !/^([A-Za-z0-9\-._~:/?#[\]@!$&'()*+,;=]|%[\da-fA-F]{2})*$/.test(url)),
  ),
  choice("https-lower", "any", "only the scheme in lower case is taken", (p) =>
    alsoRefuse(p, (url) => !url.startsWith("https://")),
  ),
  choice("points-count", "any", "length counts code points, not UTF-16 units", (p) =>
    wrap(p, "judge", (old) => (url, x) => {
      if (typeof url !== "string" || Array.from(url).length > 512) return false;
      return old(url.length > 512 ? url.slice(0, 400) : url, x);
    }),
  ),
  choice("get-404", "any", "other methods are HTTP 404", (p) => statusOf(p, 404, "method")),
  choice("get-200", "any", "other methods are HTTP 200 with a code", (p) => statusOf(p, 200, "method")),
  choice("path-html", "any", "unknown paths are HTTP 404 in HTML", (p) =>
    wrap(p, "refuse", (old) => (why, x) => {
      const answer = old(why, x);
      if (why === "path" || why === "method") replaceText(answer, 404, "text/html", "<h1>Not Found</h1>");
      return answer;
    }),
  ),
  choice("others-absent", "any", "the operations that are only named are HTTP 404", (p) => {
    p.other = (x, _m, done) => done(p.refuse("path", x));
  }),
  choice("others-501", "any", "the operations that are only named are refused with HTTP 501", (p) => {
    p.other = (x, _m, done) => done({ ...p.refuse("bad-body", x), status: 501 });
  }),
  choice("screened", "any", "bodies with markup, script or a null byte are HTTP 403", (p) =>
    gateIf(
      p,
      (x) => /<|javascript:|%00/i.test(x.body.toString("latin1")),
      (x) => withStatus(p, x, 403),
    ),
  ),
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
  choice("nonce-global", "signed", "a nonce is unique across merchants", (p) => {
    p.fresh = (x) => {
      const nonce = x.headers["x-nonce"] ?? "";
      if (p.nonces.has(nonce)) return false;
      p.nonces.set(nonce, 1);
      return true;
    };
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
  choice("sign-any-case", "signed", "the hex digits of a signature may be upper case", (p) => {
    p.sameSign = (given, wanted) => given.toLowerCase() === wanted;
  }),
  choice("sign-one-code", "signed", "every failed proof has one code and HTTP 401", (p) =>
    wrap(
      p,
      "refuse",
      (old) => (why, x) =>
        ["no-sign", "bad-sign", "bad-time", "bad-nonce"].includes(why) ? old("bad-key", x) : old(why, x),
    ),
  ),
  choice("sign-before-key", "signed", "missing signature headers are reported before a missing key", (p) =>
    gateIf(
      p,
      (x) => ["x-timestamp", "x-nonce", "x-signature"].some((name) => (x.headers[name] ?? "") === ""),
      (x) => p.refuse("no-sign", x),
    ),
  ),
];
