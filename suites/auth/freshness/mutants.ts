import { mutant } from "../../../lib/reference/mutant.ts";
import { currentOf } from "../../webhook/callback-url/faults.ts";
import { atThisDay, forgettingAtDisable, stampOf } from "./faults.ts";
import { SIGNED, changing, unverified, spending, is, identityOf } from "../signature/faults.ts";

/** Faults with timestamps and nonces. */
export const freshnessMutants = [
  mutant(
    "accepts-requests-without-timestamp",
    "signature.timestamp-absent",
    unverified((_call, { timestamp }) => timestamp === ""),
    SIGNED,
  ),
  mutant(
    "takes-an-absent-timestamp-for-now",
    "signature.timestamp-absent",
    changing(({ readTimestamp }) => ({
      hasTimestamp: () => true,
      readTimestamp: async (call, text) => (text === "" ? call.now() : readTimestamp(call, text)),
    })),
    SIGNED,
  ),
  mutant(
    "reads-timestamps-leniently",
    "freshness.timestamp-integer",
    changing(({ readTimestamp }) => ({
      readTimestamp: async (call, text) => {
        const lenient = Number.parseFloat(text);
        return (
          (await readTimestamp(call, text)) ??
          (await readTimestamp(call, String(Math.trunc(lenient)))) ??
          call.now()
        );
      },
    })),
    SIGNED,
  ),
  mutant(
    "reads-dates-for-timestamps-too",
    "freshness.timestamp-integer",
    changing(({ readTimestamp }) => ({
      readTimestamp: async (call, text) =>
        text.includes("T") ? Date.parse(text) : readTimestamp(call, text),
    })),
    SIGNED,
  ),
  mutant(
    "compares-the-time-of-day-alone",
    "freshness.timestamp-too-old",
    changing(({ notTooOld, notTooNew }) => ({
      notTooOld: (call, atMs, toleranceMs) => notTooOld(call, atThisDay(call, atMs), toleranceMs),
      notTooNew: (call, atMs, toleranceMs) => notTooNew(call, atThisDay(call, atMs), toleranceMs),
    })),
    SIGNED,
  ),
  mutant(
    "remembers-nonces-per-connection",
    "freshness.nonce-other-connection",
    spending((call, scope) => `${scope} ${call.connection.id}`),
    SIGNED,
  ),
  mutant(
    "accepts-old-timestamps",
    "freshness.timestamp-too-old",
    changing(() => ({ notTooOld: () => true })),
    SIGNED,
  ),
  mutant(
    "accepts-timestamps-of-the-future",
    "freshness.timestamp-too-new",
    changing(() => ({ notTooNew: () => true })),
    SIGNED,
  ),
  mutant(
    "accepts-old-timestamps-on-query",
    "freshness.timestamp-too-old",
    changing(({ notTooOld }) => ({
      notTooOld: (call, ...rest) => is("query")(call) || notTooOld(call, ...rest),
    })),
    SIGNED,
  ),
  mutant(
    "takes-timestamp-zero-for-none",
    "freshness.timestamp-too-old",
    changing(({ notTooOld }) => ({
      notTooOld: (call, atMs, toleranceMs) => atMs === 0 || notTooOld(call, atMs, toleranceMs),
    })),
    SIGNED,
  ),
  mutant(
    "overflows-on-huge-timestamps",
    "freshness.timestamp-too-new",
    changing(({ notTooNew }) => ({
      notTooNew: (call, atMs, toleranceMs) => atMs > 2 ** 48 || notTooNew(call, atMs, toleranceMs),
    })),
    SIGNED,
  ),
  mutant(
    "remembers-nonces-of-one-merchant-alone",
    "freshness.nonce-replayed",
    changing(({ isSpent }) => ({
      isSpent: (call, scope, nonce) =>
        call.headers.get("x-api-key") === call.merchants[0]?.apiKey && isSpent(call, scope, nonce),
    })),
    SIGNED,
  ),
  mutant(
    "remembers-no-nonces-while-disabled",
    "disable.still-authenticates",
    changing(({ isSpent }) => ({
      isSpent: (call, scope, nonce) => currentOf(call)?.status !== 0 && isSpent(call, scope, nonce),
    })),
    SIGNED,
  ),
  mutant(
    "tolerates-twice-what-it-claims",
    "freshness.timestamp-too-old",
    changing(({ notTooOld }) => ({
      notTooOld: (call, atMs, toleranceMs) => notTooOld(call, atMs, 2 * toleranceMs),
    })),
    SIGNED,
  ),

  mutant(
    "accepts-requests-without-nonce",
    "signature.nonce-absent",
    unverified((_call, { nonce }) => nonce === ""),
    SIGNED,
  ),
  mutant(
    "signs-an-absent-nonce",
    "signature.nonce-absent",
    changing(({ isSpent }) => ({
      hasNonce: () => true,
      isSpent: (call, scope, nonce) => nonce !== "" && isSpent(call, scope, nonce),
    })),
    SIGNED,
  ),
  mutant(
    "never-remembers-nonces",
    "freshness.nonce-replayed",
    changing(() => ({ isSpent: () => false })),
    SIGNED,
  ),
  mutant(
    "repeats-identical-requests",
    "freshness.nonce-replayed",
    changing(({ isSpent }) => {
      const first = new Map<string, string>();
      return {
        isSpent: (call, scope, nonce) =>
          isSpent(call, scope, nonce) && first.get(scope + nonce) !== identityOf(call),
        spend: (call, scope, nonce) => {
          first.set(scope + nonce, identityOf(call));
          call.store.spend(scope, nonce);
        },
      };
    }),
    SIGNED,
  ),
  mutant(
    "remembers-nonces-in-one-of-two-instances",
    "freshness.nonce-replayed",
    spending(({ number }, scope) => `${scope} ${number % 2}`),
    SIGNED,
  ),
  mutant(
    "remembers-nonces-with-the-timestamp",
    "freshness.nonce-same-operation",
    spending(({ headers }, scope) => `${scope} ${headers.get("x-timestamp") ?? ""}`),
    SIGNED,
  ),
  mutant(
    "remembers-nonces-with-the-request",
    "freshness.nonce-same-operation",
    spending((call, scope) => `${scope} ${identityOf(call)}`),
    SIGNED,
  ),
  mutant(
    "forgets-nonces-a-minute-after-the-timestamp",
    "freshness.nonce-replayed",
    changing(({ isSpent }) => ({
      isSpent: (call, scope, nonce) => call.now() - stampOf(call) < 60_000 && isSpent(call, scope, nonce),
    })),
    SIGNED,
  ),
  mutant(
    "remembers-no-nonces-of-timestamps-ahead",
    "freshness.nonce-replayed",
    changing(({ isSpent }) => ({
      isSpent: (call, scope, nonce) => stampOf(call) - call.now() < 2000 && isSpent(call, scope, nonce),
    })),
    SIGNED,
  ),
  mutant("forgets-nonces-at-each-disable", "freshness.nonce-after-pause", forgettingAtDisable, SIGNED),
  mutant(
    "remembers-nonces-per-status",
    "freshness.nonce-after-pause",
    spending((call, scope) => `${scope} ${currentOf(call)?.status ?? "none"}`),
    SIGNED,
  ),
  mutant(
    "remembers-nonces-per-operation",
    "freshness.nonce-other-operation",
    spending(({ path }, scope) => `${scope} ${path}`),
    SIGNED,
  ),
  mutant(
    "remembers-one-nonce",
    "freshness.nonce-after-pause",
    changing(() => {
      let last = "";
      return {
        isSpent: (_call, scope, nonce) => last === scope + nonce,
        spend: (_call, scope, nonce) => void (last = scope + nonce),
      };
    }),
    SIGNED,
  ),
  mutant(
    "forgets-nonces-after-half-a-second",
    "freshness.nonce-after-pause",
    changing(() => {
      const spentAt = new Map<string, number>();
      return {
        isSpent: (call, scope, nonce) => call.now() - (spentAt.get(scope + nonce) ?? -Infinity) < 500,
        spend: (call, scope, nonce) => void spentAt.set(scope + nonce, call.now()),
      };
    }),
    SIGNED,
  ),
];
