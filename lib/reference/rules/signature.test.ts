import { expect, test } from "vitest";
import { createSigner } from "../../signer/signer.ts";
import type { SignatureScheme, SignedParts } from "../../signer/signature-scheme.ts";
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
  /** The signed request, where it differs from the one that is sent. */
  readonly signed?: Partial<SignedParts>;
  /** Headers sent instead of the right ones. */
  readonly sent?: Readonly<Record<string, string>>;
  readonly secret?: string;
  readonly operation?: string;
  readonly body?: string;
  readonly timestamp?: string;
  readonly nonce?: string;
  readonly key?: string;
}

let nonces = 0;

async function attempt(reference = signedReference(), options: Attempt = {}): Promise<Answer> {
  const { operation = "register", body = '{"callbackUrl":"https://callback.example/"}' } = options;
  const { timestamp = String(NOW), nonce = `nonce-${(nonces += 1)}`, key = ALPHA.apiKey } = options;
  const path = `/abc/v1/webhook/${operation}`;
  const parts = { method: "POST", path, query: "", timestamp, nonce, apiKey: key, body: Buffer.from(body) };
  const signature = await (
    await createSigner(scheme)
  ).sign({ ...parts, ...options.signed }, options.secret ?? ALPHA.secret);
  const headers = { "x-timestamp": timestamp, "x-nonce": nonce, "x-signature": signature, ...options.sent };
  return ask(reference, operation, { key, headers, ...(body !== "" && { body }) });
}

const refused = { status: 401, data: undefined };

test("a rightly signed request is accepted, with and without a body", async () => {
  const reference = signedReference();
  expect((await attempt(reference)).data).toBe(true);
  expect(await attempt(reference, { operation: "query", body: "" })).toMatchObject({ status: 200 });
});

test.for(["x-timestamp", "x-nonce", "x-signature"])("an empty %s is refused", async (name) => {
  expect(await attempt(undefined, { sent: { [name]: "" } })).toMatchObject({
    ...refused,
    envelope: { code: 40103 },
  });
});

test.for<[string, Attempt]>([
  ["a wrong signature", { sent: { "x-signature": "0".repeat(64) } }],
  ["another merchant's secret", { secret: BETA.secret }],
  ["another merchant's key", { key: BETA.apiKey }],
  ["a signature over another path", { signed: { path: "/abc/v1/webhook/disable" } }],
  ["a signature over another method", { signed: { method: "GET" } }],
  ["a signature over another query", { signed: { query: "a=1" } }],
  ["a signature over another body", { signed: { body: Buffer.from("{}") } }],
  ["a signature over another timestamp", { signed: { timestamp: String(NOW - 1) } }],
  ["a signature over another nonce", { signed: { nonce: "other" } }],
])("%s is refused", async ([, options]) => {
  expect(await attempt(undefined, options)).toMatchObject({ ...refused, envelope: { code: 40106 } });
});

test.for([
  ["1.5", 40104],
  ["now", 40104],
  [String(NOW - TOLERANCE_SECONDS * 1000 - 1), 40105],
  [String(NOW + TOLERANCE_SECONDS * 1000 + 1), 40105],
] as const)("the timestamp %s is refused", async ([timestamp, code]) => {
  expect(await attempt(undefined, { timestamp })).toMatchObject({ ...refused, envelope: { code } });
});

test.for([-1, 1])("a timestamp at the edge of the tolerance is accepted (%d)", async (side) => {
  const timestamp = String(NOW + side * TOLERANCE_SECONDS * 1000);
  expect((await attempt(undefined, { timestamp })).data).toBe(true);
});

test("a nonce is accepted once, on whatever operation", async () => {
  const reference = signedReference();
  expect((await attempt(reference, { nonce: "once" })).data).toBe(true);
  const again = { ...refused, envelope: { code: 40107 } };
  expect(await attempt(reference, { nonce: "once" })).toMatchObject(again);
  expect(await attempt(reference, { nonce: "once", operation: "query", body: "" })).toMatchObject(again);
});

test("a refused request does not spend its nonce", async () => {
  const reference = signedReference();
  expect(await attempt(reference, { nonce: "n", sent: { "x-signature": "00" } })).toMatchObject(refused);
  expect((await attempt(reference, { nonce: "n" })).data).toBe(true);
});

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
