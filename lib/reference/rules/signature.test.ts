import { expect, test } from "vitest";
import { createSigner } from "../../signer/signer.ts";
import type { SignatureScheme } from "../../signer/signature-scheme.ts";
import type { SignedAuth } from "../auth.ts";
import { ALPHA, BETA, ask, testedReference, type Answer } from "../testing/ask.ts";

const NOW = Date.UTC(2026, 0, 2, 3, 4, 5);
const TOLERANCE_SECONDS = 300;
const scheme: SignatureScheme = {
  algorithm: "hmac-sha256",
  payload: "{method}\n{path}\n{query}\n{timestamp}\n{nonce}\n{apiKey}\n{body:sha256:hex}",
  encoding: "hex",
  timestamp: "unix-ms",
  nonce: "hex",
};
const all = { signature: true, timestampToleranceSeconds: TOLERANCE_SECONDS, nonceSingleUse: true };

function signedReference(enforces: SignedAuth["enforces"] = all, choices = {}) {
  return testedReference({ auth: { mode: "signed", scheme, enforces }, clock: () => NOW, choices });
}

interface Attempt {
  /** Headers sent instead of the right ones. */
  readonly sent?: Readonly<Record<string, string>>;
  readonly secret?: string;
  readonly body?: string;
  readonly timestamp?: string;
  readonly nonce?: string;
  readonly key?: string;
}

let nonces = 0;

async function attempt(reference = signedReference(), options: Attempt = {}): Promise<Answer> {
  const { body = '{"callbackUrl":"https://callback.example/"}' } = options;
  const { timestamp = String(NOW), nonce = `nonce-${(nonces += 1)}`, key = ALPHA.apiKey } = options;
  const path = "/abc/v1/webhook/register";
  const parts = { method: "POST", path, query: "", timestamp, nonce, apiKey: key, body: Buffer.from(body) };
  const signature = await (await createSigner(scheme)).sign(parts, options.secret ?? ALPHA.secret);
  const headers = { "x-timestamp": timestamp, "x-nonce": nonce, "x-signature": signature, ...options.sent };
  return ask(reference, "register", { key, headers, body });
}

test("the choices decide who shares nonces, and whether a refused operation spends one", async () => {
  const beta = { key: BETA.apiKey, secret: BETA.secret };
  for (const [nonceScope, status] of [
    ["merchant", 200],
    ["service", 401],
  ] as const) {
    const reference = signedReference(all, { nonceScope });
    await attempt(reference, { nonce: "n" });
    expect(await attempt(reference, { nonce: "n", ...beta })).toMatchObject({ status });
  }
  for (const [nonceSpentBy, status] of [
    ["authenticated", 401],
    ["successful", 200],
  ] as const) {
    const reference = signedReference(all, { nonceSpentBy });
    await attempt(reference, { nonce: "n", body: "{}" });
    expect(await attempt(reference, { nonce: "n" })).toMatchObject({ status });
  }
});

test("what is not claimed is not enforced", async () => {
  const none = { signature: false, timestampToleranceSeconds: null, nonceSingleUse: false };
  const reference = signedReference(none);
  const sent = { "x-timestamp": "", "x-nonce": "", "x-signature": "" };
  expect((await attempt(reference, { sent })).data).toBe(true);
  expect((await attempt(reference, { timestamp: "1", nonce: "n" })).data).toBe(true);
  expect((await attempt(reference, { timestamp: "1", nonce: "n" })).data).toBe(true);
});

test("in api-key mode the choice decides about a signature", async () => {
  for (const [signatureInApiKeyMode, status] of [
    ["ignored", 200],
    ["refused", 401],
  ] as const) {
    const reference = testedReference({ choices: { signatureInApiKeyMode } });
    expect(await attempt(reference)).toMatchObject({ status });
  }
});
