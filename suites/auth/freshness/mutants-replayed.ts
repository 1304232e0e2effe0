import type { Call } from "../../../lib/reference/call.ts";
import { type Change, toMutants } from "../../../lib/reference/mutant.ts";
import type { Components } from "../../../lib/reference/rules/signature.ts";
import { verifying, is, spending } from "../signature/faults.ts";
import { giving, replacing } from "../../../lib/reference/changes.ts";

/** Verifies the signature over another reading of the headers than the nonce is remembered by. */
const signing = (read: (components: Components) => Partial<Components>): Change =>
  giving("signature.signedParts", (call, components) => [call, { ...components, ...read(components) }]);

const timestampOf = ({ headers }: Call) => headers.get("x-timestamp") ?? "";

/** Remembers the last of them alone, of all merchants together. */
const NONCES_KEPT = 700;

/** Faults that show after many requests. */
export const nonceStoreMutants = toMutants(
  {
    "freshness.nonce-long-after": {
      "remembers-700-nonces": () => {
        const kept: string[] = [];
        return {
          signature: {
            isSpent: (_call, scope, nonce) => kept.includes(`${scope} ${nonce}`),
            spend: (_call, scope, nonce) => {
              kept.push(`${scope} ${nonce}`);
              if (kept.length > NONCES_KEPT) kept.shift();
            },
          },
        };
      },
    },
  },
  { mode: "signed" },
);

/** Faults of a server to which some requests can be sent again. */
export const replayedMutants = toMutants(
  {
    "freshness.nonce-replayed": {
      "remembers-no-nonces-of-disables": replacing("signature.spend", (spend) => (call, scope, nonce) => {
        if (!is("disable")(call)) spend(call, scope, nonce);
      }),
    },
  },
  { mode: "signed" },
);

/** Faults of a server that takes another spelling for another nonce. */
export const respelledMutants = toMutants(
  {
    "freshness.nonce-respelled": {
      "signs-nonces-in-lower-case": signing(({ nonce }) => ({ nonce: nonce.toLowerCase() })),
      "signs-the-first-of-several-nonces": signing(({ nonce }) => ({ nonce: nonce.split(", ")[0] ?? "" })),
      "signs-the-last-of-several-nonces": signing(({ nonce }) => ({ nonce: nonce.split(", ").at(-1) ?? "" })),
      "signs-nonces-without-quotes": signing(({ nonce }) => ({ nonce: nonce.replaceAll('"', "") })),
    },
    "freshness.nonce-same-operation": {
      "remembers-nonces-with-the-text-of-the-timestamp": (rules) => {
        const canonical = signing(({ timestamp }) => ({ timestamp: timestamp.replace(/^0+/, "") }))(rules);
        const { signature } = spending((call, scope) => `${scope} ${timestampOf(call)}`)(rules);
        return { signature: { ...canonical.signature, ...signature } };
      },
      "remembers-signatures-and-no-nonces": verifying(({ isSpent, spend, matches }) => ({
        isSpent: (call, scope) => isSpent(call, scope, call.headers.get("x-signature") ?? ""),
        spend: (call, scope) => spend(call, scope, call.headers.get("x-signature") ?? ""),
        matches: async (call, parts, secret, signature) =>
          matches(call, parts, secret, signature.toLowerCase()),
      })),
    },
  },
  { mode: "signed" },
);
