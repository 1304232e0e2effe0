import type { Call } from "../../../lib/reference/call.ts";
import { changing, instead, replacing, sayingYes, together, where } from "../../../lib/reference/changes.ts";
import {
  all,
  asksForWhatIsStored,
  atOtherPaths,
  hasBody,
  hasBodyAbove,
  hasHeader,
  hasMethod,
  hasQueryString,
  isBeyondWebhooks,
  isDisable,
  isDisabled,
  isNew,
  isOfMerchant,
  isQuery,
  isRegister,
  isReused,
  not,
} from "../../../lib/reference/faults.ts";
import { type Change, only, toMutants } from "../../../lib/reference/mutant.ts";
import { carryingOut, refusedFor } from "../../../lib/reference/rewriting.ts";
import {
  idempotencyKey,
  keepingAnswersBy,
  readingPaths,
  refusingWithTheConfiguration,
  touchingAllWhere,
} from "../api-key/faults.ts";
import {
  alsoRightFor,
  comparing,
  earlierTimestamps,
  lacks,
  mirrored,
  paths,
  remembering,
  spendingWith,
  takingAnyNonceAgain,
  takingAnySignature,
  takingEverySecret,
  unverified,
} from "./faults.ts";

const takingToo = (secretOf: (call: Call, own: string) => string): Change =>
  changing("signature.secretsOf", (usual, call, caller) => [...usual, secretOf(call, caller.secret ?? "")]);

const refusedForSignature = refusedFor(
  "missing-signature",
  "bad-timestamp",
  "stale-timestamp",
  "wrong-signature",
  "used-nonce",
);
const GET = () => [{ method: "GET" }];
const signingNoBody = alsoRightFor(() => [{ body: new Uint8Array() }]);

const keysOf = ({ headers }: Call): string[] => (headers.get("x-api-key") ?? "").split(", ");

/** One of two keys says who calls, and another for whom. */
const actingForAnotherKey = (checked: number, acting: number): Change =>
  together(
    instead("authentication.presentedKey", (call) => keysOf(call).at(checked)),
    instead("authentication.actsFor", (call) =>
      call.rules.authentication.merchantOfKey(call, keysOf(call).at(acting) ?? ""),
    ),
  );

export const signatureMutants = toMutants(
  {
    "signature.absent": {
      "accepts-requests-without-signature": where(lacks("x-signature"), unverified),
      "needs-no-signature-for-the-stored-url": where(
        all(asksForWhatIsStored, lacks("x-signature")),
        unverified,
      ),
    },
    "signature.wrong": {
      "never-verifies-signatures": takingAnySignature,
      "looks-at-no-signature": together(takingAnySignature, where(lacks("x-signature"), unverified)),
      "never-verifies-signatures-of-register": where(isRegister, takingAnySignature),
      "never-verifies-signatures-of-query": where(isQuery, takingAnySignature),
      "never-verifies-signatures-of-disable": where(isDisable, takingAnySignature),
      "verifies-signatures-only-on-new-connections": where(isReused, takingAnySignature),
      "verifies-no-signatures-of-long-bodies": where(hasBodyAbove(500), takingAnySignature),
      "creates-without-verifying": where(all(isRegister, isNew), takingAnySignature),
      "takes-the-empty-secret-too": takingToo(() => ""),
      "takes-the-api-key-for-a-secret-too": takingToo(({ headers }) => headers.get("x-api-key") ?? ""),
      "takes-a-secret-without-its-end-too": takingToo((_call, own) => own.slice(0, -1)),
      "takes-a-secret-and-more-too": takingToo((_call, own) => `${own}0`),
      "compares-all-but-the-last-character-of-signatures": comparing(
        (given, right) => given.length === right.length && given.startsWith(right.slice(0, -1)),
      ),
      "takes-a-hash-without-a-secret-too": changing(
        "signature.matches",
        async (usual, call, parts, _secret, signature) =>
          usual || (await call.signer()).hashOf(parts) === signature,
      ),
      "compares-the-first-half-of-signatures": comparing((given, right) =>
        given.startsWith(right.slice(0, right.length / 2)),
      ),
      "takes-the-word-null-for-a-signature": where(hasHeader("x-signature", /^null$/), takingAnySignature),
      "takes-the-word-none-for-a-signature": where(hasHeader("x-signature", /^none$/), takingAnySignature),
    },
    "disable.still-authenticates": {
      "verifies-no-signatures-while-disabled": where(isDisabled, takingAnySignature),
      "needs-no-signature-while-disabled": where(all(isDisabled, lacks("x-signature")), unverified),
    },
    "signature.other-secret": {
      "accepts-every-merchants-secret": takingEverySecret,
    },
    "signature.covers-api-key": {
      "takes-the-caller-from-the-signature": replacing(
        "signature.matches",
        (matches) => async (call, parts, own, signature) => {
          for (const { apiKey, secret = own } of call.merchants) {
            if (await matches(call, { ...parts, apiKey }, secret, signature)) return true;
          }
          return false;
        },
      ),
    },
    "signature.covers-method": {
      "signs-no-method": alsoRightFor(GET),
      "signs-put-as-well-as-post": alsoRightFor(() => [{ method: "PUT" }]),
    },
    "signature.not-reused": {
      "verifies-a-signature-once": replacing("signature.matches", (matches) => {
        const right = new Set<string>();
        return async (call, parts, secret, signature) => {
          if (right.has(signature)) return true;
          const isRight = await matches(call, parts, secret, signature);
          if (isRight) right.add(signature);
          return isRight;
        };
      }),
    },
    "signature.covers-path": {
      "signs-no-path": alsoRightFor(() => paths),
    },
    "signature.covers-body": {
      "signs-no-body": remembering("body", () => [{ body: new Uint8Array() }, { body: Buffer.from("{}") }]),
      "signs-no-body-of-another-type": where(hasHeader("content-type", "text/plain"), signingNoBody),
      "signs-no-long-body": where(hasBodyAbove(4096), signingNoBody),
      "signs-no-body-in-chunks": where(hasHeader("transfer-encoding", "chunked"), signingNoBody),
    },
    "signature.covers-timestamp": {
      "signs-no-timestamp": alsoRightFor(earlierTimestamps),
    },
    "signature.covers-nonce": {
      "signs-no-nonce": remembering("nonce", mirrored),
    },
    "signature.refusal-reveals-nothing": {
      "refuses-signatures-with-the-configuration": refusingWithTheConfiguration("wrong-signature"),
    },
    "signature.refusal-has-no-effect": {
      "registers-before-it-verifies": where(isRegister, carryingOut(refusedForSignature)),
      "sets-update-time-where-it-refuses-the-signature": touchingAllWhere(refusedForSignature),
      "disables-before-it-verifies": where(isDisable, carryingOut(refusedForSignature)),
      "disables-on-a-used-nonce": where(isDisable, carryingOut(refusedFor("used-nonce"))),
    },
    "signature.part": {
      "compares-the-beginning-of-signatures": comparing((given, right) =>
        right.startsWith(given.slice(0, 8)),
      ),
      "compares-the-end-of-signatures": comparing(
        (given, right) => given.length >= 16 && right.endsWith(given),
      ),
      "accepts-more-behind-the-signature": comparing((given, right) => given.startsWith(right)),
    },
    "signature.no-detour": {
      "verifies-signatures-of-posts-only": only(
        { choices: { otherMethods: "served" } },
        where(not(hasMethod("POST")), unverified),
      ),
      "verifies-no-signatures-beside-a-query-string": where(hasQueryString, unverified),
      "verifies-signatures-of-plain-json-only": where(hasHeader("content-type", /;/), unverified),
      "verifies-no-signatures-of-bodies-above-a-kibibyte": where(hasBodyAbove(1024), unverified),
      "verifies-no-signatures-of-bodies-above-64-kib": where(hasBodyAbove(65_536), unverified),
      "verifies-no-signatures-for-browsers": where(hasHeader("user-agent", /^Mozilla/), unverified),
      "verifies-no-signatures-of-bodies-in-chunks": where(
        hasHeader("transfer-encoding", "chunked"),
        unverified,
      ),
      "verifies-no-signatures-of-compressed-bodies": where(hasHeader("content-encoding"), unverified),
      "verifies-no-signatures-without-an-accept-header": where(not(hasHeader("accept")), unverified),
      "verifies-no-signatures-of-forms": where(hasHeader("content-type", /form/), unverified),
      "verifies-no-signatures-of-plain-bytes": where(
        hasHeader("content-type", "application/octet-stream"),
        unverified,
      ),
      "trusts-unsigned-requests-of-this-machine": where(
        hasHeader("x-forwarded-for", "127.0.0.1"),
        unverified,
      ),
      "lets-a-header-choose-no-algorithm": where(hasHeader("x-signature-algorithm", "none"), unverified),
      "verifies-no-signatures-of-disables-with-a-body": where(all(isDisable, hasBody), unverified),
      "verifies-signatures-at-exact-paths-only": together(
        atOtherPaths,
        where(({ path }) => path.endsWith("/"), unverified),
      ),
      "looks-for-an-idempotency-key-before-the-signature": keepingAnswersBy((call) => {
        const name = idempotencyKey(call);
        return name === undefined ? undefined : `${call.headers.get("x-api-key")} ${name}`;
      }),
      "verifies-no-signatures-where-the-path-is-escaped": together(
        readingPaths(decodeURI),
        where(({ path }) => path.includes("%"), unverified),
      ),
    },
    "signature.two-keys": {
      "checks-the-first-key-and-acts-for-the-last": actingForAnotherKey(0, -1),
      "checks-the-last-key-and-acts-for-the-first": actingForAnotherKey(-1, 0),
    },
  },
  { mode: "signed" },
);

/** Faults that show in no webhook operation. */
export const beyondWebhooksMutants = toMutants(
  {
    "signature.wrong": {
      "verifies-no-signatures-beyond-webhooks": where(isBeyondWebhooks, takingAnySignature),
    },
    "signature.absent": {
      "wants-no-signature-beyond-webhooks": where(all(isBeyondWebhooks, lacks("x-signature")), unverified),
    },
    "signature.other-secret": {
      "accepts-every-secret-beyond-webhooks": where(isBeyondWebhooks, takingEverySecret),
    },
    "signature.covers-method": {
      "signs-get-as-well-as-post-beyond-webhooks": where(isBeyondWebhooks, alsoRightFor(GET)),
    },
    "freshness.timestamp-too-old": {
      "accepts-old-timestamps-beyond-webhooks": where(isBeyondWebhooks, sayingYes("signature.notTooOld")),
    },
    "freshness.timestamp-too-new": {
      "accepts-timestamps-of-the-future-beyond-webhooks": where(
        isBeyondWebhooks,
        sayingYes("signature.notTooNew"),
      ),
    },
    "signature.no-detour": {
      "verifies-no-signatures-beside-a-query-string-beyond-webhooks": where(
        all(isBeyondWebhooks, hasQueryString),
        unverified,
      ),
    },
    "freshness.nonce-replayed": {
      "forgets-nonces-beyond-webhooks": where(isBeyondWebhooks, takingAnyNonceAgain),
      "forgets-nonces-of-the-second-merchant-beyond-webhooks": where(
        all(isBeyondWebhooks, isOfMerchant(1)),
        takingAnyNonceAgain,
      ),
    },
    "freshness.nonce-other-operation": {
      "remembers-nonces-beyond-webhooks-apart": spendingWith(isBeyondWebhooks),
      "remembers-nonces-per-operation-beyond-webhooks": spendingWith((call) =>
        isBeyondWebhooks(call) ? call.path : "",
      ),
    },
  },
  { mode: "signed", beyondWebhooks: true },
);
