import type { Call } from "../../../lib/reference/call.ts";
import { currentOf } from "../../webhook/callback-url/faults.ts";
import { isRefusedFor } from "../../../lib/reference/faults.ts";
import { mutant } from "../../../lib/reference/mutant.ts";
import {
  SIGNED,
  changing,
  unverified,
  alsoRightFor,
  remembering,
  earlierTimestamps,
  mirrored,
  onRefusedSignature,
  is,
  paths,
} from "./faults.ts";

export const signatureMutants = [
  mutant(
    "accepts-requests-without-signature",
    "signature.absent",
    unverified((_call, { signature }) => signature === ""),
    SIGNED,
  ),
  mutant(
    "never-verifies-signatures",
    "signature.wrong",
    changing(() => ({ matches: async () => true })),
    SIGNED,
  ),
  ...(["register", "query", "disable"] as const).map((name) =>
    mutant(
      `never-verifies-signatures-of-${name}`,
      "signature.wrong",
      changing(({ matches }) => ({
        matches: async (call, ...rest) => is(name)(call) || matches(call, ...rest),
      })),
      SIGNED,
    ),
  ),
  mutant(
    "verifies-signatures-only-on-new-connections",
    "signature.wrong",
    changing(({ matches }) => ({
      matches: async (call, ...rest) => call.connection.requests > 1 || matches(call, ...rest),
    })),
    SIGNED,
  ),
  ...Object.entries({
    "verifies-no-signatures-of-long-bodies": (call: Call) => call.body.length > 500,
    "creates-without-verifying": (call: Call) => is("register")(call) && currentOf(call) === undefined,
  }).map(([name, when]) =>
    mutant(
      name,
      "signature.wrong",
      changing(({ matches }) => ({
        matches: async (call, ...rest) => when(call) || matches(call, ...rest),
      })),
      SIGNED,
    ),
  ),
  mutant(
    "verifies-no-signatures-while-disabled",
    "disable.still-authenticates",
    changing(({ matches }) => ({
      matches: async (call, ...rest) => currentOf(call)?.status === 0 || matches(call, ...rest),
    })),
    SIGNED,
  ),
  ...Object.entries({
    "takes-the-empty-secret-too": () => "",
    "takes-the-api-key-for-a-secret-too": ({ headers }: Call) => headers.get("x-api-key") ?? "",
    "takes-a-secret-without-its-end-too": (_call: Call, own: string) => own.slice(0, -1),
    "takes-a-secret-and-more-too": (_call: Call, own: string) => `${own}0`,
  }).map(([name, secretOf]) =>
    mutant(
      name,
      "signature.wrong",
      changing(({ secretsOf }) => ({
        secretsOf: (call, caller) => [...secretsOf(call, caller), secretOf(call, caller.secret ?? "")],
      })),
      SIGNED,
    ),
  ),
  mutant(
    "takes-a-hash-without-a-secret-too",
    "signature.wrong",
    changing(({ matches }) => ({
      matches: async (call, parts, secret, signature) =>
        (await call.signer()).hashOf(parts) === signature || matches(call, parts, secret, signature),
    })),
    SIGNED,
  ),
  mutant(
    "takes-the-word-null-for-a-signature",
    "signature.wrong",
    changing(({ matches }) => ({
      matches: async (call, parts, secret, signature) =>
        signature === "null" || signature === "undefined" || matches(call, parts, secret, signature),
    })),
    SIGNED,
  ),
  mutant(
    "accepts-every-merchants-secret",
    "signature.other-secret",
    changing(() => ({ secretsOf: ({ merchants }) => merchants.flatMap(({ secret }) => secret ?? []) })),
    SIGNED,
  ),
  mutant(
    "takes-the-caller-from-the-signature",
    "signature.covers-api-key",
    changing(({ matches }) => ({
      matches: async (call, parts, own, signature) => {
        for (const { apiKey, secret = own } of call.merchants) {
          if (await matches(call, { ...parts, apiKey }, secret, signature)) return true;
        }
        return false;
      },
    })),
    SIGNED,
  ),
  mutant(
    "signs-no-method",
    "signature.covers-method",
    alsoRightFor(() => [{ method: "GET" }]),
    SIGNED,
  ),
  mutant(
    "signs-put-as-well-as-post",
    "signature.covers-method",
    alsoRightFor(() => [{ method: "PUT" }]),
    SIGNED,
  ),
  mutant(
    "verifies-a-signature-once",
    "signature.not-reused",
    changing(({ matches }) => {
      const right = new Set<string>();
      return {
        matches: async (call, parts, secret, signature) => {
          if (right.has(signature)) return true;
          const isRight = await matches(call, parts, secret, signature);
          if (isRight) right.add(signature);
          return isRight;
        },
      };
    }),
    SIGNED,
  ),
  mutant(
    "signs-no-path",
    "signature.covers-path",
    alsoRightFor(() => paths),
    SIGNED,
  ),
  mutant(
    "signs-no-body",
    "signature.covers-body",
    remembering("body", () => [{ body: new Uint8Array() }, { body: Buffer.from("{}") }]),
    SIGNED,
  ),
  mutant("signs-no-timestamp", "signature.covers-timestamp", alsoRightFor(earlierTimestamps), SIGNED),
  mutant("signs-no-nonce", "signature.covers-nonce", remembering("nonce", mirrored), SIGNED),

  mutant(
    "refuses-signatures-with-the-configuration",
    "signature.refusal-reveals-nothing",
    ({ envelope, query }) => ({
      envelope: {
        data: (call, outcome) => {
          const [first] = call.merchants;
          const stored = first && call.store.configurationOf(first.name);
          const leaks = isRefusedFor("wrong-signature", call, outcome) && stored !== undefined;
          return leaks ? query.view(call, stored) : envelope.data(call, outcome);
        },
      },
    }),
    SIGNED,
  ),
  mutant(
    "registers-before-it-verifies",
    "signature.refusal-has-no-effect",
    (rules) =>
      onRefusedSignature((call, caller) =>
        is("register")(call) ? rules.register.perform(call, caller) : undefined,
      )(rules),
    SIGNED,
  ),
  mutant(
    "disables-before-it-verifies",
    "signature.refusal-has-no-effect",
    (rules) =>
      onRefusedSignature((call, caller) =>
        is("disable")(call) ? rules.disable.perform(call, caller) : undefined,
      )(rules),
    SIGNED,
  ),
  mutant(
    "disables-on-a-used-nonce",
    "signature.refusal-has-no-effect",
    (rules) => ({
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
    SIGNED,
  ),
];
