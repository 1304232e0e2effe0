import type { Call } from "../../../lib/reference/call.ts";
import { currentOf } from "../../webhook/callback-url/faults.ts";
import { isRefusedFor } from "../../../lib/reference/faults.ts";
import { type Change, toMutants } from "../../../lib/reference/mutant.ts";
import {
  unverified,
  alsoRightFor,
  remembering,
  earlierTimestamps,
  mirrored,
  onRefusedSignature,
  is,
  paths,
} from "./faults.ts";
import { changing, instead, replacing, sayingYes } from "../../../lib/reference/changes.ts";

/** Takes any signature for right where `when` says so. */
const unmatched = (when: (call: Call) => boolean): Change =>
  sayingYes("signature.matches", (call) => when(call));

/** Takes another secret too. */
const takingToo = (secretOf: (call: Call, own: string) => string): Change =>
  changing("signature.secretsOf", (usual, call, caller) => [...usual, secretOf(call, caller.secret ?? "")]);

export const signatureMutants = toMutants(
  {
    "signature.absent": {
      "accepts-requests-without-signature": unverified((_call, { signature }) => signature === ""),
    },
    "signature.wrong": {
      "never-verifies-signatures": sayingYes("signature.matches"),
      "never-verifies-signatures-of-register": unmatched(is("register")),
      "never-verifies-signatures-of-query": unmatched(is("query")),
      "never-verifies-signatures-of-disable": unmatched(is("disable")),
      "verifies-signatures-only-on-new-connections": sayingYes(
        "signature.matches",
        (call) => call.connection.requests > 1,
      ),
      "verifies-no-signatures-of-long-bodies": unmatched((call) => call.body.length > 500),
      "creates-without-verifying": unmatched((call) => is("register")(call) && currentOf(call) === undefined),
      "takes-the-empty-secret-too": takingToo(() => ""),
      "takes-the-api-key-for-a-secret-too": takingToo(({ headers }) => headers.get("x-api-key") ?? ""),
      "takes-a-secret-without-its-end-too": takingToo((_call, own) => own.slice(0, -1)),
      "takes-a-secret-and-more-too": takingToo((_call, own) => `${own}0`),
      "takes-a-hash-without-a-secret-too": replacing(
        "signature.matches",
        (matches) => async (call, parts, secret, signature) =>
          (await call.signer()).hashOf(parts) === signature || matches(call, parts, secret, signature),
      ),
      "takes-the-word-null-for-a-signature": sayingYes(
        "signature.matches",
        (_call, _parts, _secret, signature) => signature === "null" || signature === "undefined",
      ),
    },
    "disable.still-authenticates": {
      "verifies-no-signatures-while-disabled": sayingYes(
        "signature.matches",
        (call) => currentOf(call)?.status === 0,
      ),
    },
    "signature.other-secret": {
      "accepts-every-merchants-secret": instead("signature.secretsOf", ({ merchants }) =>
        merchants.flatMap(({ secret }) => secret ?? []),
      ),
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
      "signs-no-method": alsoRightFor(() => [{ method: "GET" }]),
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
    },
    "signature.covers-timestamp": {
      "signs-no-timestamp": alsoRightFor(earlierTimestamps),
    },
    "signature.covers-nonce": {
      "signs-no-nonce": remembering("nonce", mirrored),
    },
    "signature.refusal-reveals-nothing": {
      "refuses-signatures-with-the-configuration": ({ envelope, query }) => ({
        envelope: {
          data: (call, outcome) => {
            const [first] = call.merchants;
            const stored = first && call.store.configurationOf(first.name);
            const leaks = isRefusedFor("wrong-signature", call, outcome) && stored !== undefined;
            return leaks ? query.view(call, stored) : envelope.data(call, outcome);
          },
        },
      }),
    },
    "signature.refusal-has-no-effect": {
      "registers-before-it-verifies": (rules) =>
        onRefusedSignature((call, caller) =>
          is("register")(call) ? rules.register.perform(call, caller) : undefined,
        )(rules),
      "disables-before-it-verifies": (rules) =>
        onRefusedSignature((call, caller) =>
          is("disable")(call) ? rules.disable.perform(call, caller) : undefined,
        )(rules),
      "disables-on-a-used-nonce": (rules) => ({
        flow: {
          perform: async (call) => {
            const outcome = await rules.flow.perform(call);
            const caller = rules.authentication.authenticate(call);
            const isReplay = isRefusedFor("used-nonce", call, outcome) && is("disable")(call);
            if (isReplay && !("refused" in caller)) await rules.disable.perform(call, caller);
            return outcome;
          },
        },
      }),
    },
  },
  { mode: "signed" },
);
