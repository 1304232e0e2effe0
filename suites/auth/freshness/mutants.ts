import { toMutants } from "../../../lib/reference/mutant.ts";
import { currentOf } from "../../webhook/callback-url/faults.ts";
import { atThisDay, forgettingAtDisable, stampOf } from "./faults.ts";
import { verifying, unverified, spending, is, identityOf } from "../signature/faults.ts";
import { giving, replacing, sayingNo, sayingYes } from "../../../lib/reference/changes.ts";

/** Faults with timestamps and nonces. */
export const freshnessMutants = toMutants(
  {
    "signature.timestamp-absent": {
      "accepts-requests-without-timestamp": unverified((_call, { timestamp }) => timestamp === ""),
      "takes-an-absent-timestamp-for-now": verifying(({ readTimestamp }) => ({
        hasTimestamp: () => true,
        readTimestamp: async (call, text) => (text === "" ? call.now() : readTimestamp(call, text)),
      })),
    },
    "freshness.timestamp-integer": {
      "reads-timestamps-leniently": replacing(
        "signature.readTimestamp",
        (readTimestamp) => async (call, text) => {
          const lenient = Number.parseFloat(text);
          return (
            (await readTimestamp(call, text)) ??
            (await readTimestamp(call, String(Math.trunc(lenient)))) ??
            call.now()
          );
        },
      ),
      "reads-dates-for-timestamps-too": replacing(
        "signature.readTimestamp",
        (readTimestamp) => async (call, text) =>
          text.includes("T") ? Date.parse(text) : readTimestamp(call, text),
      ),
    },
    "freshness.timestamp-too-old": {
      "compares-the-time-of-day-alone": verifying(({ notTooOld, notTooNew }) => ({
        notTooOld: (call, atMs, toleranceMs) => notTooOld(call, atThisDay(call, atMs), toleranceMs),
        notTooNew: (call, atMs, toleranceMs) => notTooNew(call, atThisDay(call, atMs), toleranceMs),
      })),
      "accepts-old-timestamps": sayingYes("signature.notTooOld"),
      "accepts-old-timestamps-on-query": sayingYes("signature.notTooOld", (call) => is("query")(call)),
      "takes-timestamp-zero-for-none": sayingYes("signature.notTooOld", (_call, atMs) => atMs === 0),
      "tolerates-twice-what-it-claims": giving("signature.notTooOld", (call, atMs, toleranceMs) => [
        call,
        atMs,
        2 * toleranceMs,
      ]),
    },
    "freshness.nonce-other-connection": {
      "remembers-nonces-per-connection": spending((call, scope) => `${scope} ${call.connection.id}`),
    },
    "freshness.timestamp-too-new": {
      "accepts-timestamps-of-the-future": sayingYes("signature.notTooNew"),
      "overflows-on-huge-timestamps": sayingYes("signature.notTooNew", (_call, atMs) => atMs > 2 ** 48),
    },
    "freshness.nonce-replayed": {
      "remembers-nonces-of-one-merchant-alone": sayingNo(
        "signature.isSpent",
        (call) => call.headers.get("x-api-key") !== call.merchants[0]?.apiKey,
      ),
      "never-remembers-nonces": sayingNo("signature.isSpent"),
      "repeats-identical-requests": verifying(({ isSpent }) => {
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
      "remembers-nonces-in-one-of-two-instances": spending(({ number }, scope) => `${scope} ${number % 2}`),
      "forgets-nonces-a-minute-after-the-timestamp": sayingNo(
        "signature.isSpent",
        (call) => call.now() - stampOf(call) >= 60_000,
      ),
      "remembers-no-nonces-of-timestamps-ahead": sayingNo(
        "signature.isSpent",
        (call) => stampOf(call) - call.now() >= 2000,
      ),
    },
    "disable.still-authenticates": {
      "remembers-no-nonces-while-disabled": sayingNo(
        "signature.isSpent",
        (call) => currentOf(call)?.status === 0,
      ),
    },
    "signature.nonce-absent": {
      "accepts-requests-without-nonce": unverified((_call, { nonce }) => nonce === ""),
      "signs-an-absent-nonce": verifying(({ isSpent }) => ({
        hasNonce: () => true,
        isSpent: (call, scope, nonce) => nonce !== "" && isSpent(call, scope, nonce),
      })),
    },
    "freshness.nonce-same-operation": {
      "remembers-nonces-with-the-timestamp": spending(
        ({ headers }, scope) => `${scope} ${headers.get("x-timestamp") ?? ""}`,
      ),
      "remembers-nonces-with-the-request": spending((call, scope) => `${scope} ${identityOf(call)}`),
    },
    "freshness.nonce-after-pause": {
      "forgets-nonces-at-each-disable": forgettingAtDisable,
      "remembers-nonces-per-status": spending(
        (call, scope) => `${scope} ${currentOf(call)?.status ?? "none"}`,
      ),
      "remembers-one-nonce": verifying(() => {
        let last = "";
        return {
          isSpent: (_call, scope, nonce) => last === scope + nonce,
          spend: (_call, scope, nonce) => void (last = scope + nonce),
        };
      }),
      "forgets-nonces-after-half-a-second": verifying(() => {
        const spentAt = new Map<string, number>();
        return {
          isSpent: (call, scope, nonce) => call.now() - (spentAt.get(scope + nonce) ?? -Infinity) < 500,
          spend: (call, scope, nonce) => void spentAt.set(scope + nonce, call.now()),
        };
      }),
    },
    "freshness.nonce-other-operation": {
      "remembers-nonces-per-operation": spending(({ path }, scope) => `${scope} ${path}`),
    },
  },
  { mode: "signed" },
);
