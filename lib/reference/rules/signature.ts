import type { SignedParts } from "../../signer/signature-scheme.ts";
import type { SignedAuth } from "../auth.ts";
import type { Call, ReferenceMerchant } from "../call.ts";
import type { Refusal } from "../outcome.ts";
import { credentialRefusal } from "./authentication.ts";

/** The three signature headers as received; absent ones are empty. */
export interface Components {
  readonly timestamp: string;
  readonly nonce: string;
  readonly signature: string;
}

/** How the request signature is verified (§5); each claim of the deployment has its rule. */
export interface SignatureRules {
  readonly components: (call: Call) => Components;
  readonly hasTimestamp: (components: Components, auth: SignedAuth) => boolean;
  readonly hasNonce: (components: Components, auth: SignedAuth) => boolean;
  readonly hasSignature: (components: Components, auth: SignedAuth) => boolean;
  /** Milliseconds since the epoch; undefined when the text is not an integer. */
  readonly readTimestamp: (call: Call, text: string) => Promise<number | undefined>;
  readonly notTooOld: (call: Call, atMs: number, toleranceMs: number) => boolean;
  readonly notTooNew: (call: Call, atMs: number, toleranceMs: number) => boolean;
  readonly signedParts: (call: Call, components: Components) => SignedParts;
  /** The secrets with which a signature of this caller may have been made. */
  readonly secretsOf: (call: Call, caller: ReferenceMerchant) => readonly string[];
  readonly matches: (call: Call, parts: SignedParts, secret: string, signature: string) => Promise<boolean>;
  readonly nonceScope: (call: Call, caller: ReferenceMerchant) => string;
  readonly isSpent: (call: Call, scope: string, nonce: string) => boolean;
  readonly spend: (call: Call, scope: string, nonce: string) => void;
  /** The refusal of a request for its signature headers; undefined when it may pass. */
  readonly verify: (call: Call, caller: ReferenceMerchant) => Promise<Refusal | undefined>;
  /** Called once the operation of a verified request has succeeded. */
  readonly succeeded: (call: Call, caller: ReferenceMerchant) => void;
}

export const signatureRules: SignatureRules = {
  components: ({ headers }) => ({
    timestamp: headers.get("x-timestamp") ?? "",
    nonce: headers.get("x-nonce") ?? "",
    signature: headers.get("x-signature") ?? "",
  }),
  hasTimestamp: ({ timestamp }, { enforces }) =>
    timestamp !== "" || (!enforces.signature && enforces.timestampToleranceSeconds === null),
  hasNonce: ({ nonce }, { enforces }) => nonce !== "" || (!enforces.signature && !enforces.nonceSingleUse),
  hasSignature: ({ signature }, { enforces }) => signature !== "" || !enforces.signature,
  readTimestamp: async (call, text) => (await call.signer()).parseTimestamp(text),
  notTooOld: (call, atMs, toleranceMs) => call.now() - atMs <= toleranceMs,
  notTooNew: (call, atMs, toleranceMs) =>
    atMs - call.now() <= (call.choices.futureTolerance === "tenth" ? toleranceMs / 10 : toleranceMs),
  signedParts: (call, { timestamp, nonce }) => ({
    method: call.method,
    path: call.path,
    query: call.query,
    timestamp,
    nonce,
    apiKey: call.headers.get("x-api-key") ?? "",
    body: call.body,
  }),
  secretsOf: (_call, { secret }) => (secret === undefined ? [] : [secret]),
  matches: async (call, parts, secret, signature) =>
    (await call.signer()).verify(parts, secret, inComputedCase(call, signature)),
  nonceScope: (call, { name }) => (call.choices.nonceScope === "service" ? "" : name),
  isSpent: (call, scope, nonce) => call.store.isSpent(scope, nonce),
  spend: (call, scope, nonce) => call.store.spend(scope, nonce),
  async verify(call, caller) {
    if (call.auth.mode === "signed") return verifySigned(call, caller, call.auth);
    const { signature } = call.rules.signature.components(call);
    const refused = signature !== "" && call.choices.signatureInApiKeyMode === "refused";
    return refused ? credentialRefusal(call, "wrong-signature") : undefined;
  },
  succeeded(call, caller) {
    if (call.choices.nonceSpentBy === "successful") spendNonce(call, caller);
  },
};

function inComputedCase({ auth, choices }: Call, signature: string): string {
  if (auth.mode !== "signed" || auth.scheme.encoding !== "hex") return signature;
  return choices.signatureLetterCase === "any" ? signature.toLowerCase() : signature;
}

async function verifySigned(
  call: Call,
  caller: ReferenceMerchant,
  auth: SignedAuth,
): Promise<Refusal | undefined> {
  const rules = call.rules.signature;
  const components = rules.components(call);
  const complete =
    rules.hasTimestamp(components, auth) &&
    rules.hasNonce(components, auth) &&
    rules.hasSignature(components, auth);
  if (!complete) return credentialRefusal(call, "missing-signature");
  return (
    (await judgeTimestamp(call, components.timestamp, auth)) ??
    (auth.enforces.signature ? await judgeSignature(call, caller, components) : undefined) ??
    (auth.enforces.nonceSingleUse ? judgeNonce(call, caller, components.nonce) : undefined)
  );
}

async function judgeTimestamp(call: Call, text: string, auth: SignedAuth): Promise<Refusal | undefined> {
  const { timestampToleranceSeconds } = auth.enforces;
  if (timestampToleranceSeconds === null) return undefined;
  const rules = call.rules.signature;
  const atMs = await rules.readTimestamp(call, text);
  if (atMs === undefined) return credentialRefusal(call, "bad-timestamp");
  const toleranceMs = timestampToleranceSeconds * 1000;
  const fresh = rules.notTooOld(call, atMs, toleranceMs) && rules.notTooNew(call, atMs, toleranceMs);
  return fresh ? undefined : credentialRefusal(call, "stale-timestamp");
}

async function judgeSignature(
  call: Call,
  caller: ReferenceMerchant,
  components: Components,
): Promise<Refusal | undefined> {
  const rules = call.rules.signature;
  const parts = rules.signedParts(call, components);
  for (const secret of rules.secretsOf(call, caller)) {
    if (await rules.matches(call, parts, secret, components.signature)) return undefined;
  }
  return credentialRefusal(call, "wrong-signature");
}

function judgeNonce(call: Call, caller: ReferenceMerchant, nonce: string): Refusal | undefined {
  const rules = call.rules.signature;
  if (rules.isSpent(call, rules.nonceScope(call, caller), nonce))
    return credentialRefusal(call, "used-nonce");
  if (call.choices.nonceSpentBy === "authenticated") spendNonce(call, caller);
  return undefined;
}

function spendNonce(call: Call, caller: ReferenceMerchant): void {
  const rules = call.rules.signature;
  const { nonce } = rules.components(call);
  if (nonce !== "") rules.spend(call, rules.nonceScope(call, caller), nonce);
}
