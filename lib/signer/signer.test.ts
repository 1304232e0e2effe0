import { createPublicKey, generateKeyPairSync } from "node:crypto";
import { expect, test } from "vitest";
import type { SignatureScheme, SignedParts } from "./signature-scheme.ts";
import { createSigner } from "./signer.ts";
import { SignerError } from "./signer-error.ts";

const directory = new URL("testdata", import.meta.url).pathname;
const body = Buffer.from('{"callbackUrl":"https://callback.conformance.example/a"}');
const parts: SignedParts = {
  method: "POST",
  path: "/abc/v1/webhook/register",
  query: "a=1&b=2",
  body,
  timestamp: "1767225600123",
  nonce: "0f8fad5b-d9cb-469f-a165-70867728950e",
  apiKey: "key-alpha",
};
const base = { encoding: "hex", timestamp: "unix-ms", nonce: "uuid" } as const;
const scheme = (over: Partial<SignatureScheme>): SignatureScheme => ({
  ...base,
  algorithm: "hmac-sha256",
  payload: "{body}",
  ...over,
});
const onlyBody = (bytes: Uint8Array): SignedParts => ({ ...parts, body: bytes });
const load = (module: string) => createSigner({ ...base, module }, { directory });
const allOnes = () => Buffer.alloc(16, 0xff);
const hex = (text: string) => Buffer.from(text, "hex");

// RFC 4231, test case 2.
test.each([
  ["hmac-sha256", "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"],
  [
    "hmac-sha512",
    "164b7a7bfcf819e2e395fbe73b56e0a387bd64222e831fd610270cd7ea2505549758bf75c05a994a6d034f65f8f0e6fdcaeab1a34d4a6b4b636e070a38bce737",
  ],
] as const)("%s gives the answer of RFC 4231", async (algorithm, expected) => {
  const { sign, verify } = await createSigner(scheme({ algorithm }));
  const given = onlyBody(Buffer.from("what do ya want for nothing?"));
  expect(await sign(given, "Jefe")).toBe(expected);
  expect(await verify(given, "Jefe", expected)).toBe(true);
  expect(await verify(given, "jefe", expected)).toBe(false);
});

// RFC 8032, section 7.1, test 3.
const SEED = "c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7";
const ED25519_SIGNATURE =
  "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a";

test("ed25519 gives the answer of RFC 8032, from a seed in hex and in base64", async () => {
  const { sign, verify } = await createSigner(scheme({ algorithm: "ed25519" }));
  const given = onlyBody(hex("af82"));
  expect(await sign(given, SEED)).toBe(ED25519_SIGNATURE);
  expect(await sign(given, hex(SEED).toString("base64"))).toBe(ED25519_SIGNATURE);
  expect(await verify(given, SEED, ED25519_SIGNATURE)).toBe(true);
  expect(await verify(onlyBody(hex("af83")), SEED, ED25519_SIGNATURE)).toBe(false);
});

test.each([
  ["ed25519", () => generateKeyPairSync("ed25519")],
  ["rsa-sha256", () => generateKeyPairSync("rsa", { modulusLength: 2048 })],
] as const)("%s signs with a PEM key and verifies with either half", async (algorithm, generate) => {
  const pem = generate().privateKey.export({ type: "pkcs8", format: "pem" }).toString();
  const publicPem = createPublicKey(pem).export({ type: "spki", format: "pem" }).toString();
  const { sign, verify } = await createSigner(scheme({ algorithm, encoding: "base64url" }));
  const signature = await sign(parts, pem.replaceAll("\n", String.raw`\n`));
  expect(await verify(parts, pem, signature)).toBe(true);
  expect(await verify(parts, publicPem, signature)).toBe(true);
  expect(await verify(onlyBody(hex("00")), publicPem, signature)).toBe(false);
  await expect(sign(parts, "not a key")).rejects.toThrow(
    /^Cannot use the secret: expected an .* private key in PEM/,
  );
});

test("a key of another type is refused without being shown", async () => {
  const rsa = generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey.export({
    type: "pkcs8",
    format: "pem",
  });
  const { sign } = await createSigner(scheme({ algorithm: "ed25519" }));
  const error: unknown = await sign(parts, rsa.toString()).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(SignerError);
  expect(String(error)).toContain("got a rsa key");
  expect(String(error)).not.toContain("BEGIN");
});

test.each(["hex", "base64", "base64url"] as const)(
  "a changed %s signature does not verify",
  async (encoding) => {
    const { sign, verify } = await createSigner(scheme({ encoding }));
    const signature = await sign(parts, "s");
    expect(await verify(parts, "s", signature)).toBe(true);
    const wrong = ["", signature.slice(0, -2), `${signature}00`, ` ${signature}`, `${signature}\n`, "é"];
    const verified = await Promise.all(wrong.map((text) => verify(parts, "s", text)));
    expect(verified).toEqual(wrong.map(() => false));
  },
);

test("covers returns the parts on which the signature depends", async () => {
  const { covers } = await createSigner(scheme({ payload: "{timestamp}{body:md5:base64}" }));
  expect([covers("timestamp"), covers("body"), covers("path")]).toEqual([true, true, false]);
});

test("a module is given every part and the secret", async () => {
  const { sign, verify, covers } = await createSigner(
    { ...base, module: "./joining-signer.js" },
    { directory },
  );
  const signature = await sign(parts, "s");
  expect(signature).toBe(
    `POST|/abc/v1/webhook/register|a=1&b=2|1767225600123|${parts.nonce}|key-alpha|${body.toString()}|s`,
  );
  expect(await verify(parts, "s", signature)).toBe(true);
  expect(await verify(parts, "t", signature)).toBe(false);
  expect(covers("path")).toBe(true);
});

test("a module that cannot be loaded, or has no function, is rejected", async () => {
  await expect(load("./missing.js")).rejects.toThrow(/^Cannot load the signing module .*missing\.js/);
  await expect(load("./not-a-signer.js")).rejects.toThrow(/its default export is not a function/);
});

test.each([
  ["throw", "it threw Error: no key"],
  ["quote", /it threw an error that quotes a credential$/],
  ["number", "it returned a value of type number"],
  ["lines", "it returned an empty string or one with odd characters"],
])("a module that fails (%s) is distinguished from a fault of the target", async (nonce, sentence) => {
  const { sign } = await createSigner({ ...base, module: "silent-signer.js" }, { directory });
  const failing = sign({ ...parts, nonce }, "secret-0123456789");
  await expect(failing).rejects.toThrow(SignerError);
  await expect(failing).rejects.toThrow(sentence);
});

test("neither, both, or an algorithm without payload is refused", async () => {
  const sentence = "expected an algorithm with a payload, or a module";
  await expect(createSigner(base)).rejects.toThrow(sentence);
  await expect(createSigner({ ...base, algorithm: "ed25519" })).rejects.toThrow(sentence);
  await expect(createSigner(scheme({ module: "./a.js" }))).rejects.toThrow(sentence);
});

test("timestamps are read back, and only integers", async () => {
  const seconds = await createSigner(scheme({ timestamp: "unix-s" }));
  const milliseconds = await createSigner(scheme({}));
  expect(seconds.parseTimestamp("1767225600")).toBe(1767225600000);
  expect(milliseconds.parseTimestamp("1767225600123")).toBe(1767225600123);
  const others = ["", "1.5", "1e3", " 1", "1 ", "0x10", "now", "+1"];
  expect(others.filter((text) => seconds.parseTimestamp(text) !== undefined)).toEqual([]);
});

test("nonces have the form that the scheme names, and replay from their bytes", async () => {
  const uuid = await createSigner(scheme({ nonce: "uuid" }));
  const plain = await createSigner(scheme({ nonce: "hex" }));
  expect(uuid.newNonce(allOnes)).toBe("ffffffff-ffff-4fff-bfff-ffffffffffff");
  expect(plain.newNonce(allOnes)).toBe("f".repeat(32));
  expect(uuid.newNonce()).not.toBe(uuid.newNonce());
  expect(() => uuid.newNonce(() => new Uint8Array(3))).toThrow("the random source gave 3 of 16 bytes");
});
