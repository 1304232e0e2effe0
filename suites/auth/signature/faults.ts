import type { SignedParts } from "../../../lib/signer/signature-scheme.ts";
import type { Signer } from "../../../lib/signer/signer.ts";
import type { Call, ReferenceMerchant } from "../../../lib/reference/call.ts";
import type { Change } from "../../../lib/reference/mutant.ts";
import type { Outcome } from "../../../lib/reference/outcome.ts";
import type { SignatureRules } from "../../../lib/reference/rules/signature.ts";
import { changing, instead, replacing, sayingNo, sayingYes } from "../../../lib/reference/changes.ts";

/** Requests are verified by other rules. */
export const verifying =
  (change: (rules: SignatureRules) => Partial<SignatureRules>): Change =>
  (rules) => ({ signature: change(rules.signature) });

/** Verifies nothing of a request. */
export const unverified: Change = replacing("signature.verify", () => async () => undefined);
export const takingAnySignature: Change = sayingYes("signature.matches");
export const takingAnyNonceAgain: Change = sayingNo("signature.isSpent");
export const takingEverySecret: Change = instead("signature.secretsOf", ({ merchants }) =>
  merchants.flatMap(({ secret }) => secret ?? []),
);

/** A header of a signature that is absent or empty. */
export const lacks =
  (header: "x-signature" | "x-timestamp" | "x-nonce") =>
  ({ headers }: Call): boolean =>
    (headers.get(header) ?? "") === "";

/** Compares a signature with the right one in another way. */
export const comparing = (isRight: (given: string, right: string) => boolean): Change =>
  instead("signature.matches", async (call, parts, secret, given) =>
    isRight(given, await (await call.signer()).sign(parts, secret)),
  );

/** Accepts a signature that is right for one of several readings of the request. */
export const alsoRightFor = (
  readings: (parts: SignedParts, call: Call) => readonly Partial<SignedParts>[],
): Change =>
  replacing("signature.matches", (matches) => async (call, parts, secret, signature) => {
    for (const reading of [{}, ...readings(parts, call)]) {
      if (await matches(call, { ...parts, ...reading }, secret, signature)) return true;
    }
    return false;
  });

/** Accepts a signature that was right with what an earlier request carried in one part, or for other readings. */
export function remembering(
  part: "body" | "nonce",
  others: (parts: SignedParts) => readonly Partial<SignedParts>[] = () => [],
): Change {
  return (rules) => {
    const seen: Partial<SignedParts>[] = [];
    return alsoRightFor((parts) => {
      const readings = [...seen, ...others(parts)];
      seen.push({ [part]: parts[part] });
      return readings;
    })(rules);
  };
}

/** The nonce read backwards. */
export const mirrored = ({ nonce }: SignedParts): Partial<SignedParts>[] => [
  { nonce: Array.from(nonce).toReversed().join("") },
];

const EARLIER_UNITS = 3000;

/** Timestamps of up to three seconds, or 3000 seconds, before. */
export const earlierTimestamps = ({ timestamp }: SignedParts): Partial<SignedParts>[] =>
  Array.from({ length: EARLIER_UNITS }, (_, index) => ({ timestamp: String(Number(timestamp) - index - 1) }));

/** Remembers nonces in a way of its own; `keyOf` says what counts as the same. */
export const spending = (keyOf: (call: Call, scope: string, nonce: string) => string): Change =>
  verifying(() => ({
    isSpent: (call, scope, nonce) => call.store.isSpent(keyOf(call, scope, nonce), nonce),
    spend: (call, scope, nonce) => call.store.spend(keyOf(call, scope, nonce), nonce),
  }));

/** Does something for the caller when a request is refused for its signature headers. */
export const onRefusedSignature = (
  act: (call: Call, caller: ReferenceMerchant) => Outcome | Promise<Outcome>,
): Change =>
  changing("signature.verify", async (refused, call, caller) => {
    if (refused !== undefined) await act(call, caller);
    return refused;
  });

/** Says in the refusal of a wrong signature what was expected. */
export const explainingRefusedSignatures =
  (explained: (signer: Signer, parts: SignedParts, secret: string) => string | Promise<string>): Change =>
  ({ envelope, signature }) => {
    const expected = new WeakMap<Call, string>();
    return {
      signature: {
        matches: async (call, parts, secret, given) => {
          expected.set(call, await explained(await call.signer(), parts, secret));
          return signature.matches(call, parts, secret, given);
        },
      },
      envelope: {
        msg: (call, outcome) =>
          outcome.refused && outcome.reason === "wrong-signature"
            ? `expected ${expected.get(call) ?? "a signature"}`
            : envelope.msg(call, outcome),
      },
    };
  };

export const paths = ["register", "query", "disable"].map((name) => ({ path: `/abc/v1/webhook/${name}` }));
export const bodyText = ({ body }: Pick<Call, "body">) => Buffer.from(body).toString("base64");

/** The parts of a request except its signature headers. */
export const identityOf = (call: Call): string =>
  `${call.path} ${call.headers.get("x-timestamp") ?? ""} ${bodyText(call)}`;
