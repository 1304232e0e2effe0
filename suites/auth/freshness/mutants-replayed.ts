import type { Call } from "../../../lib/reference/call.ts";
import { type Change, mutant } from "../../../lib/reference/mutant.ts";
import type { Components } from "../../../lib/reference/rules/signature.ts";
import { changing, is, SIGNED, spending } from "../signature/faults.ts";

/** Verifies the signature over another reading of the headers than the nonce is remembered by. */
const signing = (read: (components: Components) => Partial<Components>): Change =>
  changing(({ signedParts }) => ({
    signedParts: (call, components) => signedParts(call, { ...components, ...read(components) }),
  }));

const respelled = (name: string, change: Change) => mutant(name, "freshness.nonce-respelled", change, SIGNED);
/** Requests in another spelling pass, and requests that are signed again. */
const signedAgain = (name: string, change: Change) =>
  mutant(name, "freshness.nonce-same-operation", change, SIGNED);
const timestampOf = ({ headers }: Call) => headers.get("x-timestamp") ?? "";

/** Remembers the last of them alone, of all merchants together. */
const NONCES_KEPT = 700;

/** Faults that show after many requests. */
export const nonceStoreMutants = [
  mutant(
    "remembers-700-nonces",
    "freshness.nonce-long-after",
    () => {
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
    SIGNED,
  ),
];

/** Faults of a server to which some requests can be sent again. */
export const replayedMutants = [
  mutant(
    "remembers-no-nonces-of-disables",
    "freshness.nonce-replayed",
    changing(({ spend }) => ({
      spend: (call, scope, nonce) => {
        if (!is("disable")(call)) spend(call, scope, nonce);
      },
    })),
    SIGNED,
  ),
];

/** Faults of a server that takes another spelling for another nonce. */
export const respelledMutants = [
  respelled(
    "signs-nonces-in-lower-case",
    signing(({ nonce }) => ({ nonce: nonce.toLowerCase() })),
  ),
  respelled(
    "signs-the-first-of-several-nonces",
    signing(({ nonce }) => ({ nonce: nonce.split(", ")[0] ?? "" })),
  ),
  respelled(
    "signs-the-last-of-several-nonces",
    signing(({ nonce }) => ({ nonce: nonce.split(", ").at(-1) ?? "" })),
  ),
  respelled(
    "signs-nonces-without-quotes",
    signing(({ nonce }) => ({ nonce: nonce.replaceAll('"', "") })),
  ),
  signedAgain("remembers-nonces-with-the-text-of-the-timestamp", (rules) => {
    const canonical = signing(({ timestamp }) => ({ timestamp: timestamp.replace(/^0+/, "") }))(rules);
    const { signature } = spending((call, scope) => `${scope} ${timestampOf(call)}`)(rules);
    return { signature: { ...canonical.signature, ...signature } };
  }),
  signedAgain(
    "remembers-signatures-and-no-nonces",
    changing(({ isSpent, spend, matches }) => ({
      isSpent: (call, scope) => isSpent(call, scope, call.headers.get("x-signature") ?? ""),
      spend: (call, scope) => spend(call, scope, call.headers.get("x-signature") ?? ""),
      matches: async (call, parts, secret, signature) =>
        matches(call, parts, secret, signature.toLowerCase()),
    })),
  ),
];
