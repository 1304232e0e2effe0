import type { Call } from "../../../lib/reference/call.ts";
import {
  giving,
  instead,
  replacing,
  sayingNo,
  sayingYes,
  together,
  withMemory,
} from "../../../lib/reference/changes.ts";
import type { Change } from "../../../lib/reference/mutant.ts";
import { member, refusedFor } from "../../../lib/reference/rewriting.ts";
import type { SignedParts } from "../../../lib/signer/signature-scheme.ts";
import type { Signer } from "../../../lib/signer/signer.ts";

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
export const remembering = (
  part: "body" | "nonce",
  others: (parts: SignedParts) => readonly Partial<SignedParts>[],
): Change =>
  withMemory(
    (): Partial<SignedParts>[] => [],
    (seen) =>
      alsoRightFor((parts) => {
        const readings = [...seen, ...others(parts)];
        seen.push({ [part]: parts[part] });
        return readings;
      }),
  );

/** The nonce read backwards. */
export const mirrored = ({ nonce }: SignedParts): Partial<SignedParts>[] => [
  { nonce: Array.from(nonce).toReversed().join("") },
];

const EARLIER_UNITS = 3000;

/** Timestamps of up to three seconds, or 3000 seconds, before. */
export const earlierTimestamps = ({ timestamp }: SignedParts): Partial<SignedParts>[] =>
  Array.from({ length: EARLIER_UNITS }, (_, index) => ({ timestamp: String(Number(timestamp) - index - 1) }));

/** Remembers each nonce together with something. */
export const spendingWith = (other: (call: Call) => unknown): Change =>
  together(
    giving("signature.isSpent", (call, scope, nonce) => [call, `${scope} ${String(other(call))}`, nonce]),
    giving("signature.spend", (call, scope, nonce) => [call, `${scope} ${String(other(call))}`, nonce]),
  );

/** Says in the refusal of a wrong signature what was expected. */
export const explainingRefusedSignatures = (
  explained: (signer: Signer, parts: SignedParts, secret: string) => string | Promise<string>,
): Change =>
  withMemory(
    () => new WeakMap<Call, string>(),
    (expected) => [
      replacing("signature.matches", (matches) => async (call, parts, secret, given) => {
        expected.set(call, await explained(await call.signer(), parts, secret));
        return matches(call, parts, secret, given);
      }),
      member(
        "msg",
        (_outcome, call) => `expected ${expected.get(call) ?? "a signature"}`,
        refusedFor("wrong-signature"),
      ),
    ],
  );

export const paths = ["register", "query", "disable"].map((name) => ({ path: `/abc/v1/webhook/${name}` }));
export const bodyText = ({ body }: Pick<Call, "body">) => Buffer.from(body).toString("base64");

/** The parts of a request except its signature headers. */
export const identityOf = (call: Call): string =>
  `${call.path} ${call.headers.get("x-timestamp") ?? ""} ${bodyText(call)}`;
