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
export const signatureRules = {
  components: ({ headers }: Call): Components => ({
    timestamp: headers.get("x-timestamp") ?? "",
    nonce: headers.get("x-nonce") ?? "",
    signature: headers.get("x-signature") ?? "",
  }),
  hasTimestamp: ({ timestamp }: Components, { enforces }: SignedAuth) =>
    timestamp !== "" || (!enforces.signature && enforces.timestampToleranceSeconds === null),
  hasNonce: ({ nonce }: Components, { enforces }: SignedAuth) =>
    nonce !== "" || (!enforces.signature && !enforces.nonceSingleUse),
  hasSignature: ({ signature }: Components, { enforces }: SignedAuth) =>
    signature !== "" || !enforces.signature,
  /** Milliseconds since the epoch; undefined when the text is not an integer. */
  readTimestamp: async (call: Call, text: string) => (await call.signer()).parseTimestamp(text),
  notTooOld: (call: Call, atMs: number, toleranceMs: number) => call.now() - atMs <= toleranceMs,
  notTooNew: (call: Call, atMs: number, toleranceMs: number) =>
    atMs - call.now() <= (call.choices.futureTolerance === "tenth" ? toleranceMs / 10 : toleranceMs),
  signedParts: (call: Call, { timestamp, nonce }: Components): SignedParts => ({
    method: call.method,
    path: call.path,
    query: call.query,
    timestamp,
    nonce,
    apiKey: call.headers.get("x-api-key") ?? "",
    body: call.body,
  }),
  /** The secrets with which a signature of this caller may have been made. */
  secretsOf: (_call: Call, { secret }: ReferenceMerchant): readonly string[] =>
    secret === undefined ? [] : [secret],
  matches: async (call: Call, parts: SignedParts, secret: string, signature: string) =>
    (await call.signer()).verify(parts, secret, inComputedCase(call, signature)),
  nonceScope: (call: Call, { name }: ReferenceMerchant) =>
    call.choices.nonceScope === "service" ? "" : name,
  isSpent: (call: Call, scope: string, nonce: string) => call.store.isSpent(scope, nonce),
  spend: (call: Call, scope: string, nonce: string) => call.store.spend(scope, nonce),
  /** The refusal of a request for its signature headers; undefined when it may pass. */
  async verify(call: Call, caller: ReferenceMerchant): Promise<Refusal | undefined> {
    if (call.auth.mode === "signed") return verifySigned(call, caller, call.auth);
    const { signature } = call.rules.signature.components(call);
    const refused = signature !== "" && call.choices.signatureInApiKeyMode === "refused";
    return refused ? credentialRefusal(call, "wrong-signature") : undefined;
  },
  /** Called once the operation of a verified request has succeeded. */
  succeeded(call: Call, caller: ReferenceMerchant): void {
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
