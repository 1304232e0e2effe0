import { head } from "./blank-header.ts";
import { fault, wrap } from "./tools.ts";
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
  skips(
    "sign-not-second",
    "the second merchant's signatures are not checked",
    (_x, m, p) => m === p.merchants[1],
  ),
  skips(
    "sign-not-disabled",
    "while disabled no signature is checked",
    (_x, m, p) => p.rows.get(m.name)?.status === 0,
  ),
  compares(
    "sign-prefix",
    "the beginning of a signature is taken",
    (given, wanted) => given.length > 1 && wanted.startsWith(given),
  ),
  uncovered("no-body", "the body is not covered", (x) =>
    [x.op, head(x, "x-timestamp"), head(x, "x-nonce")].join(),
  ),
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
