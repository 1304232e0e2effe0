import type { Call } from "../../../lib/reference/call.ts";
import {
  before,
  changing,
  giving,
  holding,
  instead,
  newMap,
  newSet,
  replacing,
  sayingNo,
  sayingYes,
  together,
  where,
  withMemory,
} from "../../../lib/reference/changes.ts";
import {
  currentOf,
  isDisable,
  isDisabled,
  isOfMerchant,
  isQuery,
  not,
} from "../../../lib/reference/faults.ts";
import { type Change, toMutants } from "../../../lib/reference/mutant.ts";
import type { Components } from "../../../lib/reference/rules/signature.ts";
import { identityOf, lacks, spendingWith, takingAnyNonceAgain, unverified } from "../signature/faults.ts";

const DAY_MS = 86_400_000;
/** How many nonces one mutant remembers, of all merchants together. */
const NONCES_KEPT = 700;

/** When a request says that it was made, in milliseconds since 1970. */
const stampOf = ({ headers }: Call) => headers.get("x-timestamp");
/** How many milliseconds old a request says that it is. */
const ageOf = (call: Call): number => call.now() - Number(stampOf(call));

/** Takes a request for one that differs from now by another time, in milliseconds. */
const readingAges = (read: (fromNowMs: number) => number): Change => {
  const nearer = (call: Call, atMs: number, toleranceMs: number): [Call, number, number] => [
    call,
    call.now() + read(atMs - call.now()),
    toleranceMs,
  ];
  return together(giving("signature.notTooOld", nearer), giving("signature.notTooNew", nearer));
};

/** Verifies the signature over another reading of the headers than the nonce is remembered by. */
const signing = (read: (components: Components) => Partial<Components>): Change =>
  giving("signature.signedParts", (call, components) => [call, { ...components, ...read(components) }]);

/** Faults with timestamps and nonces. */
export const freshnessMutants = toMutants(
  {
    "signature.timestamp-absent": {
      "accepts-requests-without-timestamp": where(lacks("x-timestamp"), unverified),
      "takes-an-absent-timestamp-for-now": together(
        sayingYes("signature.hasTimestamp"),
        instead("signature.readTimestamp", (call, text) => (text === "" ? call.now() : undefined)),
      ),
    },
    "freshness.timestamp-integer": {
      "reads-timestamps-leniently": changing(
        "signature.readTimestamp",
        async (usual, call, text) =>
          usual ??
          (await call.signer()).parseTimestamp(String(Math.trunc(Number.parseFloat(text)))) ??
          call.now(),
      ),
      "reads-underscores-in-timestamps": changing(
        "signature.readTimestamp",
        async (usual, call, text) => usual ?? (await call.signer()).parseTimestamp(text.replaceAll("_", "")),
      ),
      "reads-dates-for-timestamps-too": changing("signature.readTimestamp", (usual, _call, text) =>
        text.includes("T") ? Date.parse(text) : usual,
      ),
    },
    "freshness.timestamp-too-old": {
      "compares-the-time-of-day-alone": readingAges((ms) => ms - Math.round(ms / DAY_MS) * DAY_MS),
      "compares-32-bits-of-timestamps": readingAges((ms) => ms | 0),
      "accepts-old-timestamps": sayingYes("signature.notTooOld"),
      "accepts-timestamps-of-any-time": together(
        sayingYes("signature.notTooOld"),
        sayingYes("signature.notTooNew"),
      ),
      "accepts-old-timestamps-on-query": where(isQuery, sayingYes("signature.notTooOld")),
      "takes-timestamp-zero-for-none": sayingYes("signature.notTooOld", (_call, atMs) => atMs === 0),
      "drops-the-minus-of-a-timestamp": giving("signature.notTooOld", (call, atMs, toleranceMs) => [
        call,
        Math.abs(atMs),
        toleranceMs,
      ]),
      "tolerates-twice-what-it-claims": giving("signature.notTooOld", (call, atMs, toleranceMs) => [
        call,
        atMs,
        2 * toleranceMs,
      ]),
    },
    "freshness.nonce-other-connection": {
      "remembers-nonces-per-connection": spendingWith(({ connection }) => connection.id),
    },
    "freshness.timestamp-too-new": {
      "accepts-timestamps-of-the-future": sayingYes("signature.notTooNew"),
      "overflows-on-huge-timestamps": sayingYes("signature.notTooNew", (_call, atMs) => atMs > 2 ** 48),
    },
    "freshness.nonce-replayed": {
      "remembers-nonces-of-one-merchant-alone": where(not(isOfMerchant(0)), takingAnyNonceAgain),
      "never-remembers-nonces": takingAnyNonceAgain,
      "repeats-identical-requests": withMemory(newMap<string, string>, (first) => [
        sayingNo("signature.isSpent", (call, scope, nonce) => first.get(scope + nonce) === identityOf(call)),
        before("signature.spend", (call, scope, nonce) => first.set(scope + nonce, identityOf(call))),
      ]),
      "remembers-no-nonces-of-disables": where(
        isDisable,
        replacing("signature.spend", () => () => undefined),
      ),
      "remembers-nonces-in-one-of-two-instances": spendingWith(({ number }) => number % 2),
      "forgets-nonces-a-minute-after-the-timestamp": where(
        (call) => ageOf(call) >= 60_000,
        takingAnyNonceAgain,
      ),
      "remembers-no-nonces-of-timestamps-ahead": where((call) => ageOf(call) <= -2000, takingAnyNonceAgain),
    },
    "disable.still-authenticates": {
      "remembers-no-nonces-while-disabled": where(isDisabled, takingAnyNonceAgain),
    },
    "signature.nonce-absent": {
      "accepts-requests-without-nonce": where(lacks("x-nonce"), unverified),
      "signs-an-absent-nonce": together(
        sayingYes("signature.hasNonce"),
        sayingNo("signature.isSpent", (_call, _scope, nonce) => nonce === ""),
      ),
    },
    "freshness.nonce-same-operation": {
      "remembers-nonces-with-the-timestamp": spendingWith(stampOf),
      "remembers-nonces-with-the-text-of-the-timestamp": together(
        signing(({ timestamp }) => ({ timestamp: timestamp.replace(/^0+/, "") })),
        spendingWith(stampOf),
      ),
      "remembers-signatures-and-no-nonces": together(
        giving("signature.isSpent", (call, scope) => [call, scope, call.headers.get("x-signature") ?? ""]),
        giving("signature.spend", (call, scope) => [call, scope, call.headers.get("x-signature") ?? ""]),
        giving("signature.matches", (call, parts, secret, text) => [call, parts, secret, text.toLowerCase()]),
      ),
      "remembers-nonces-with-the-request": spendingWith(identityOf),
    },
    "freshness.nonce-at-once": {
      "spends-a-nonce-when-it-answers": withMemory(newMap<Call, () => void>, (due) => [
        replacing("signature.spend", (spend) => (call, scope, nonce) => {
          due.set(call, () => spend(call, scope, nonce));
        }),
        before("flow.respond", (call) => due.get(call)?.()),
      ]),
    },
    "freshness.nonce-after-pause": {
      "forgets-nonces-at-each-disable": withMemory(holding(0), (memory) => [
        spendingWith(() => memory.value),
        changing("signature.spend", (_nothing, call) => {
          if (isDisable(call)) memory.value += 1;
        }),
      ]),
      "remembers-nonces-per-status": spendingWith((call) => currentOf(call)?.status),
      "remembers-one-nonce": withMemory(holding(""), (last) => [
        instead("signature.isSpent", (_call, scope, nonce) => last.value === scope + nonce),
        before("signature.spend", (_call, scope, nonce) => void (last.value = scope + nonce)),
      ]),
      "forgets-nonces-after-half-a-second": withMemory(newMap<string, number>, (spentAt) => [
        instead(
          "signature.isSpent",
          (call, scope, nonce) => call.now() - (spentAt.get(scope + nonce) ?? 0) < 500,
        ),
        before("signature.spend", (call, scope, nonce) => spentAt.set(scope + nonce, call.now())),
      ]),
    },
    "freshness.nonce-long-after": {
      "remembers-700-nonces": withMemory(newSet<string>, (kept) => [
        instead("signature.isSpent", (_call, scope, nonce) => kept.has(scope + nonce)),
        before("signature.spend", (_call, scope, nonce) => {
          kept.add(scope + nonce);
          if (kept.size > NONCES_KEPT) kept.delete([...kept][0] ?? "");
        }),
      ]),
    },
    "freshness.nonce-respelled": {
      "signs-nonces-in-lower-case": signing(({ nonce }) => ({ nonce: nonce.toLowerCase() })),
      "signs-the-first-of-several-nonces": signing(({ nonce }) => ({ nonce: nonce.split(", ")[0] ?? "" })),
      "signs-the-last-of-several-nonces": signing(({ nonce }) => ({ nonce: nonce.split(", ").at(-1) ?? "" })),
      "signs-nonces-without-quotes": signing(({ nonce }) => ({ nonce: nonce.replaceAll('"', "") })),
    },
    "freshness.nonce-other-operation": {
      "remembers-nonces-per-operation": spendingWith(({ path }) => path),
    },
  },
  { mode: "signed" },
);
