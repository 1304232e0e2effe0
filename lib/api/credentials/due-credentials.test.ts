import { expect, test } from "vitest";
import type { MerchantCredentials } from "../../profile/schema/profile-schema.ts";
import { createSigner } from "../../signer/signer.ts";
import { createAuthenticator } from "./authenticator.ts";
import { dueCredentials } from "./due-credentials.ts";
import { queryDraft, type Tamper } from "../request/draft.ts";
import { Recorder } from "../exchange/recorder.ts";
import { Redactor } from "../../secrets/redactor.ts";

const PATH = "/abc/v1/webhook/query";
const signs = await createSigner({
  algorithm: "hmac-sha256",
  payload: "{method}\n{path}\n{timestamp}\n{nonce}\n{body:sha256:hex}",
  encoding: "hex",
  timestamp: "unix-ms",
  nonce: "uuid",
});
const ALPHA = { name: "alpha", apiKey: "key-of-alpha", secret: "secret-of-alpha" };
const BETA = { name: "beta", apiKey: "key-of-beta", secret: "secret-of-beta" };

/** The credentials of alpha's request, and those that it needs. */
async function made(tamper: Tamper, merchant: MerchantCredentials = ALPHA) {
  const auth = createAuthenticator({
    merchant,
    signer: signs,
    clock: { now: () => 1_700_000_000_000 },
    merchants: [merchant, BETA],
  });
  const { headers, due } = await auth.credentials({ ...queryDraft(), tamper }, PATH);
  const {
    "X-API-Key": apiKey = "",
    "X-Timestamp": timestamp = "",
    "X-Nonce": nonce = "",
  } = Object.fromEntries(headers);
  const parts = { method: "POST", path: PATH, query: "", apiKey, timestamp, nonce };
  return { headers, due, parts };
}

test("the signature that is due is right for what was sent, by the owner of the key that was sent", async () => {
  for (const [tamper, secret] of [
    [(valid) => ({ ...valid, signature: "0".repeat(64) }), ALPHA.secret],
    [(valid) => ({ ...valid, signature: undefined }), ALPHA.secret],
    [(valid) => ({ ...valid, timestamp: "1" }), ALPHA.secret],
    [(valid) => ({ ...valid, apiKey: BETA.apiKey }), BETA.secret],
  ] satisfies [Tamper, string][]) {
    const { due, parts } = await made(tamper);
    expect(due?.signatures).toContain(await signs.sign(parts, secret));
    expect(due?.texts).toEqual([String(signs.payloadOf(parts))]);
  }
});

test("a signature that was sent is not due, in no spelling", async () => {
  for (const tamper of [
    (valid) => valid,
    (valid) => ({ ...valid, signature: valid.signature?.toUpperCase() }),
    (valid) => ({ ...valid, signature: `${valid.signature}00` }),
    async (valid, resign) => ({
      ...valid,
      timestamp: "1",
      signature: await resign(() => ({ timestamp: "1" })),
    }),
  ] satisfies Tamper[]) {
    const { due, headers } = await made(tamper);
    const sent = headers.map(([, value]) => value.toLowerCase()).join(" ");
    expect(due?.signatures.filter((one) => sent.includes(one.toLowerCase()))).toEqual([]);
  }
});

test("a signature in hex or in base64 is due in both encodings, and one of a module as it is", async () => {
  const bytes = Buffer.from("0123456789abcdef0123456789abcdef");
  const both = [bytes.toString("hex"), bytes.toString("base64")];
  for (const [right, due] of [
    [bytes.toString("hex"), both],
    [bytes.toString("base64"), both],
    ["v1=0123456789abcdef01234567", ["v1=0123456789abcdef01234567"]],
    ["t=17,v1=0123456789abcdef", ["t=17,v1=0123456789abcdef"]],
  ] as const) {
    const parts = { method: "POST", path: PATH, query: "", apiKey: ALPHA.apiKey, timestamp: "1", nonce: "n" };
    const sent = { apiKey: ALPHA.apiKey, timestamp: "1", nonce: "n", signature: "wrong" };
    const valid = { ...sent, signature: right };
    const secretOf = () => ALPHA.secret;
    const signer = { ...signs, sign: async () => right };
    const { signatures } = await dueCredentials(signer, parts, { sent, valid, secretOf });
    expect(signatures.toSorted()).toEqual([...due].toSorted());
  }
});

test("what was due is recorded nowhere, in whatever form it comes back, also where a part of it was sent", async () => {
  const { due, headers } = await made((valid) => ({ ...valid, signature: valid.signature?.slice(0, 32) }));
  const [signature = ""] = due?.signatures ?? [];
  const [text = ""] = due?.texts ?? [];
  const recorder = new Recorder(new Redactor(), "https://issuer.example");
  const told = {
    signature,
    upper: signature.toUpperCase(),
    base64: Buffer.from(` ${signature}`).toString("base64"),
    text,
  };
  const body = Buffer.from(JSON.stringify(told));
  const request = { method: "POST", path: PATH, headers, ...(due !== undefined && { due }) };
  recorder.record("alpha", queryDraft(), request, 0, {
    answer: { status: 401, headers: [["X-Expected", signature]], body },
  });
  const shown = JSON.stringify(recorder.exchanges);
  for (const one of [signature, signature.slice(32), told.base64.slice(8, -8)])
    expect(shown.toLowerCase()).not.toContain(one.toLowerCase());
  expect(shown).not.toContain(JSON.stringify(text).slice(1, -1));
  expect(recorder.redact(`expected ${signature}`)).toBe("expected [the signature that was due]");
});
