import { type Change, toMutants } from "../../../lib/reference/mutant.ts";

import {
  identityOf,
  lacks,
  spending,
  takingAnyNonceAgain,
  unverified,
  verifying,
} from "../signature/faults.ts";
import { changing, giving, replacing, sayingYes, together, where } from "../../../lib/reference/changes.ts";
import type { Call } from "../../../lib/reference/call.ts";
import type { Components } from "../../../lib/reference/rules/signature.ts";
import { currentOf, isDisable, isDisabled, isOfMerchant, isQuery } from "../../../lib/reference/faults.ts";

const DAY_MS = 86_400_000;
/** How many nonces one mutant remembers, of all merchants together. */
const NONCES_KEPT = 700;

/** When a request says that it was made, in milliseconds since 1970. */
const stampOf = ({ headers }: Call): number => Number(headers.get("x-timestamp"));

/** Takes a time for the moment within half a day from now that has the same time of day. */
const readingTheDay = (call: Call, atMs: number, toleranceMs: number): [Call, number, number] => [
  call,
  atMs - Math.round((atMs - call.now()) / DAY_MS) * DAY_MS,
  toleranceMs,
];

/** Verifies the signature over another reading of the headers than the nonce is remembered by. */
const signing = (read: (components: Components) => Partial<Components>): Change =>
  giving("signature.signedParts", (call, components) => [call, { ...components, ...read(components) }]);

/** Faults with timestamps and nonces. */
export const freshnessMutants = toMutants(
  {
    "signature.timestamp-absent": {
      "accepts-requests-without-timestamp": where(lacks("x-timestamp"), unverified),
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
      "reads-dates-for-timestamps-too": changing("signature.readTimestamp", (usual, _call, text) =>
        text.includes("T") ? Date.parse(text) : usual,
      ),
    },
    "freshness.timestamp-too-old": {
      "compares-the-time-of-day-alone": together(
        giving("signature.notTooOld", readingTheDay),
        giving("signature.notTooNew", readingTheDay),
      ),
      "accepts-old-timestamps": sayingYes("signature.notTooOld"),
      "accepts-old-timestamps-on-query": where(isQuery, sayingYes("signature.notTooOld")),
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
      "remembers-nonces-of-one-merchant-alone": where((call) => !isOfMerchant(0)(call), takingAnyNonceAgain),
      "never-remembers-nonces": takingAnyNonceAgain,
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
      "remembers-no-nonces-of-disables": where(
        isDisable,
        replacing("signature.spend", () => () => undefined),
      ),
      "remembers-nonces-in-one-of-two-instances": spending(({ number }, scope) => `${scope} ${number % 2}`),
      "forgets-nonces-a-minute-after-the-timestamp": where(
        (call) => call.now() - stampOf(call) >= 60_000,
        takingAnyNonceAgain,
      ),
      "remembers-no-nonces-of-timestamps-ahead": where(
        (call) => stampOf(call) - call.now() >= 2000,
        takingAnyNonceAgain,
      ),
    },
    "disable.still-authenticates": {
      "remembers-no-nonces-while-disabled": where(isDisabled, takingAnyNonceAgain),
    },
    "signature.nonce-absent": {
      "accepts-requests-without-nonce": where(lacks("x-nonce"), unverified),
      "signs-an-absent-nonce": verifying(({ isSpent }) => ({
        hasNonce: () => true,
        isSpent: (call, scope, nonce) => nonce !== "" && isSpent(call, scope, nonce),
      })),
    },
    "freshness.nonce-same-operation": {
      "remembers-nonces-with-the-timestamp": spending(
        ({ headers }, scope) => `${scope} ${headers.get("x-timestamp") ?? ""}`,
      ),
      "remembers-nonces-with-the-text-of-the-timestamp": together(
        signing(({ timestamp }) => ({ timestamp: timestamp.replace(/^0+/, "") })),
        spending(({ headers }, scope) => `${scope} ${headers.get("x-timestamp") ?? ""}`),
      ),
      "remembers-signatures-and-no-nonces": verifying(({ isSpent, spend, matches }) => ({
        isSpent: (call, scope) => isSpent(call, scope, call.headers.get("x-signature") ?? ""),
        spend: (call, scope) => spend(call, scope, call.headers.get("x-signature") ?? ""),
        matches: async (call, parts, secret, signature) =>
          matches(call, parts, secret, signature.toLowerCase()),
      })),
      "remembers-nonces-with-the-request": spending((call, scope) => `${scope} ${identityOf(call)}`),
    },
    "freshness.nonce-after-pause": {
      "forgets-nonces-at-each-disable": verifying(() => {
        let disables = 0;
        return {
          isSpent: (call, scope, nonce) => call.store.isSpent(`${scope} ${disables}`, nonce),
          spend: (call, scope, nonce) => {
            call.store.spend(`${scope} ${disables}`, nonce);
            if (isDisable(call)) disables += 1;
          },
        };
      }),
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
    "freshness.nonce-long-after": {
      "remembers-700-nonces": verifying(() => {
        const kept: string[] = [];
        return {
          isSpent: (_call, scope, nonce) => kept.includes(`${scope} ${nonce}`),
          spend: (_call, scope, nonce) => {
            kept.push(`${scope} ${nonce}`);
            if (kept.length > NONCES_KEPT) kept.shift();
          },
        };
      }),
    },
    "freshness.nonce-respelled": {
      "signs-nonces-in-lower-case": signing(({ nonce }) => ({ nonce: nonce.toLowerCase() })),
      "signs-the-first-of-several-nonces": signing(({ nonce }) => ({ nonce: nonce.split(", ")[0] ?? "" })),
      "signs-the-last-of-several-nonces": signing(({ nonce }) => ({ nonce: nonce.split(", ").at(-1) ?? "" })),
      "signs-nonces-without-quotes": signing(({ nonce }) => ({ nonce: nonce.replaceAll('"', "") })),
    },
    "freshness.nonce-other-operation": {
      "remembers-nonces-per-operation": spending(({ path }, scope) => `${scope} ${path}`),
    },
  },
  { mode: "signed" },
);
