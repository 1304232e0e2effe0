import { blank, head } from "./blank-header.ts";
import { differences, fault, wrap } from "./tools.ts";
import { hmac, sha256, text5 } from "./plan.ts";
import type { Exchange, Fault, Merchant, Plan, Refusal } from "./types.ts";

const SIGN = "5.2 X-Signature";

/** Passes requests without any proof in some case. */
const skips = (name: string, what: string, test: (x: Exchange, m: Merchant, p: Plan) => boolean): Fault =>
  fault(name, "signed", SIGN, what, (p) =>
    wrap(p, "proof", (old) => (x, m) => (test(x, m, p) ? null : old(x, m))),
  );

/** Passes some reasons of refusal. */
const forgives = (
  name: string,
  what: string,
  breaks: string,
  why: Refusal,
  test: (x: Exchange, m: Merchant, p: Plan) => boolean,
): Fault =>
  fault(name, "signed", breaks, what, (p) =>
    wrap(p, "proof", (old) => (x, m) => {
      const found = old(x, m);
      return found === why && test(x, m, p) ? null : found;
    }),
  );

/** Takes signatures over a changed text, besides the right one. */
const also = (
  name: string,
  what: string,
  texts: (x: Exchange, parts: string[], p: Plan) => string[][],
): Fault =>
  forgives(name, what, SIGN, "bad-sign", (x, m, p) =>
    texts(x, text5(x), p).some((parts) => hmac(m.secret, parts.join("\n")) === head(x, "x-signature")),
  );

/** Ignores one part of the signed text: the proof is what it was for any value of that part. */
const uncovered = (name: string, what: string, key: (x: Exchange) => string): Fault =>
  fault(name, "signed", SIGN, what, (p) => {
    const good = new Map<string, string>();
    wrap(p, "proof", (old) => (x, m) => {
      const why = old(x, m);
      const id = `${m.name} ${head(x, "x-signature")}`;
      if (why === null) good.set(id, key(x));
      return why === "bad-sign" && good.get(id) === key(x) ? null : why;
    });
  });

const compares = (name: string, what: string, same: (given: string, wanted: string) => boolean): Fault =>
  fault(name, "signed", SIGN, what, (p) =>
    wrap(p, "sameSign", (old) => (given, wanted) => old(given, wanted) || same(given, wanted)),
  );

const bodyText = (x: Exchange): unknown => {
  try {
    return JSON.parse(x.body.toString("utf8")) as unknown;
  } catch {
    return undefined;
  }
};

const anyOp = (): boolean => true;

/** Signatures and timestamps that are taken although they are wrong. */
export const SIGN_FAULTS: Fault[] = [
  skips("sign-never", "no signature is checked", anyOp),
  skips("sign-not-query", "query checks no signature", (x) => x.op === "query"),
  skips("sign-not-register", "register checks no signature", (x) => x.op === "register"),
  skips("sign-not-disable", "disable checks no signature", (x) => x.op === "disable"),
  skips(
    "sign-not-second",
    "the second merchant's signatures are not checked",
    (_x, m, p) => m === p.merchants[1],
  ),
  skips("sign-first-turn", "only the first request of a connection is checked", (x) => x.turn > 1),
  skips("sign-two-turns", "only the first two requests of a connection are checked", (x) => x.turn > 2),
  skips("sign-not-long", "bodies over 500 bytes are not checked", (x) => x.body.length > 500),
  skips("sign-not-late", "after 100 requests no signature is checked", (x) => x.serial > 100),
  skips("sign-some", "one signature in five is not checked", (_x, _m, p) => p.chance() < 0.2),
  skips(
    "sign-not-disabled",
    "while disabled no signature is checked",
    (_x, m, p) => p.rows.get(m.name)?.status === 0,
  ),
  blank("sign-absent", "a missing signature passes", SIGN, "x-signature", anyOp),
  blank(
    "sign-absent-query",
    "a missing signature passes on query",
    SIGN,
    "x-signature",
    (x) => x.op === "query",
  ),
  blank(
    "sign-empty",
    "an empty signature header passes",
    SIGN,
    "x-signature",
    (x) => x.headers["x-signature"] === "",
  ),
  blank(
    "sign-absent-disable",
    "a missing signature passes on disable",
    SIGN,
    "x-signature",
    (x) => x.op === "disable",
  ),
  skips(
    "sign-all-absent",
    "requests without any signature header pass",
    (x) => !["x-timestamp", "x-nonce", "x-signature"].some((h) => h in x.headers),
  ),
  compares(
    "sign-first-8",
    "the first eight digits of a signature decide",
    (given, wanted) => given.slice(0, 8) === wanted.slice(0, 8),
  ),
  compares("sign-prefix", "the beginning of a signature is taken", (given, wanted) =>
    wanted.startsWith(given),
  ),
  compares(
    "sign-half",
    "the first half of a signature decides",
    (given, wanted) => given.slice(0, 32) === wanted.slice(0, 32),
  ),
  compares(
    "sign-but-last",
    "the last digit of a signature does not count",
    (given, wanted) => given.slice(0, 63) === wanted.slice(0, 63),
  ),
  compares("sign-longer", "a signature with more at its end is taken", (given, wanted) =>
    given.startsWith(wanted),
  ),
  compares("sign-length", "any 64 hex digits are taken", (given) => /^[\da-f]{64}$/.test(given)),
  compares("sign-zeros", "64 zeros are taken", (given) => given === "0".repeat(64)),
  compares(
    "sign-one-digit",
    "one wrong digit does not count",
    (given, wanted) => differences(given, wanted) === 1,
  ),
  uncovered("no-body", "the body is not covered", (x) =>
    [x.op, head(x, "x-timestamp"), head(x, "x-nonce")].join(),
  ),
  uncovered("no-path", "the path is not covered", (x) =>
    [sha256(x.body), head(x, "x-timestamp"), head(x, "x-nonce")].join(),
  ),
  also(
    "no-stamp",
    "any timestamp of the last and next three seconds may have been signed",
    (_x, [a = "", b = "", , d = "", e = ""], p) => {
      const from = p.now() - 3000;
      return Array.from({ length: 6000 }, (_none, i) => [a, b, String(from + i), d, e]);
    },
  ),
  uncovered("no-nonce", "the nonce is not covered", (x) =>
    [x.op, sha256(x.body), head(x, "x-timestamp")].join(),
  ),
  uncovered("replay-any", "a signature that passed once passes with anything", () => ""),
  fault("plain-no-nonce", "signed", SIGN, "any nonce may be sent beside the signed one", (p) => {
    wrap(p, "proof", (old) => (x, m) => (old(x, m) === null ? null : looser(p, x, m, 3)));
  }),
  also("sign-empty-body", "the signature of an empty body passes for any body", (_x, parts) => [
    [...parts.slice(0, 4), sha256("")],
  ]),
  also("sign-get", "signatures over GET and PUT pass", (_x, parts) =>
    ["GET", "PUT", "post"].map((verb) => [verb, ...parts.slice(1)]),
  ),
  also("sign-any-webhook", "a signature for one webhook operation passes for the others", (_x, parts) =>
    ["register", "query", "disable"].map((op) => [
      parts[0] ?? "",
      `/abc/v1/webhook/${op}`,
      ...parts.slice(2),
    ]),
  ),
  also("sign-reserialised", "the body is written again before it is hashed", (x, parts) => [
    [...parts.slice(0, 4), sha256(JSON.stringify(bodyText(x)) ?? "")],
  ]),
];

/** Checks a signature over the first parts of the text only. */
function looser(p: Plan, x: Exchange, m: Merchant, parts: number): Refusal | null {
  const stamp = head(x, "x-timestamp");
  if (!p.timely(stamp, x)) return "bad-time";
  const whole = text5(x);
  const text = [...whole.slice(0, parts), ...(parts === 3 ? ["", whole[4] ?? ""] : [])].join("\n");
  return hmac(m.secret, text) === head(x, "x-signature") ? null : "bad-sign";
}
