import { expect, test } from "vitest";
import { WRONG_SIGNATURES, wrongSignatures } from "../refusals/wrong-signatures.ts";
import { createSigner } from "../../signer/signer.ts";
import { createAuthenticator, IssuedCredentials } from "./authenticator.ts";
import type { CredentialTraits } from "./credential-traits.ts";
import { queryDraft, type Tamper } from "../request/draft.ts";

const NOW = Date.UTC(2026, 0, 2);
const SCHEME = {
  algorithm: "hmac-sha256",
  payload: "{method}{path}{timestamp}{nonce}{body}",
  encoding: "hex",
  timestamp: "unix-ms",
  nonce: "uuid",
} as const;

/** The traits of successive requests of a merchant with these credentials. */
async function traitsWith(
  { apiKey, secret }: { readonly apiKey: string; readonly secret: string },
  tampers: readonly (Tamper | undefined)[],
): Promise<CredentialTraits[]> {
  const signs = await createSigner(SCHEME);
  const issued = new IssuedCredentials();
  const beta = { name: "beta", apiKey: "key-of-beta-0000000001" };
  createAuthenticator({ merchant: beta, clock: { now: () => NOW }, issued });
  const merchant = { name: "alpha", apiKey, secret };
  const auth = createAuthenticator({ merchant, signer: signs, clock: { now: () => NOW }, issued });
  const traits: CredentialTraits[] = [];
  for (const tamper of tampers) {
    const draft = { ...queryDraft(), ...(tamper && { tamper }) };
    traits.push((await auth.credentials(draft, "/query")).traits);
  }
  return traits;
}

const changed = (text: string, at: number) => `${text.slice(0, at)}!${text.slice(at + 1)}`;
const OURS = { apiKey: "sk_live_51Hq0000000000zz", secret: "s3cr3t-0f-alpha" };
const OTHERS = { apiKey: "credential-IN-THE-PLACE-OF-A-0000001", secret: "another secret of another length" };

const key =
  (change: (valid: string) => string): Tamper =>
  (valid) => ({ ...valid, apiKey: change(valid.apiKey ?? "") });

const probes: readonly (readonly [string, Tamper | undefined])[] = [
  ["nothing", undefined],
  ["no key", (valid) => ({ ...valid, apiKey: undefined })],
  ["an empty key", key(() => "")],
  ["a word for a key", key(() => "undefined")],
  ["an id for a key", key(() => "M0001")],
  ["another merchant's key", key(() => "key-of-beta-0000000001")],
  ["a key in capitals", key((text) => text.toUpperCase())],
  ["a key that begins later", key((text) => text.slice(1))],
  ["half a key", key((text) => text.slice(0, Math.ceil(text.length / 2)))],
  ["a key with another end", key((text) => `${text.slice(0, -1)}!`)],
  ["a key with another beginning", key((text) => `!${text.slice(1)}`)],
  ["a key with another middle", key((text) => changed(text, Math.floor(text.length / 2)))],
  ...[...wrongSignatures, ...WRONG_SIGNATURES.part()].map(({ name, tamper }) => [name, tamper] as const),
  [
    "a signature for GET",
    async (valid, resign) => ({ ...valid, signature: await resign(() => ({ method: "GET" })) }),
  ],
  [
    "a signature for another path",
    async (valid, resign) => ({ ...valid, signature: await resign(() => ({ path: "/disable" })) }),
  ],
  [
    "a signature with another secret",
    async (valid, resign) => ({ ...valid, signature: await resign(() => ({}), "nobody's") }),
  ],
  ["an old timestamp", (valid) => ({ ...valid, timestamp: String(NOW - 600_000) })],
  ["a word for a timestamp", (valid) => ({ ...valid, timestamp: "now" })],
  ["no nonce", (valid) => ({ ...valid, nonce: undefined })],
];

test("the same change of other credentials has the same traits, and another change has others", async () => {
  const tampers = probes.map(([, tamper]) => tamper);
  const [ours, others] = [await traitsWith(OURS, tampers), await traitsWith(OTHERS, tampers)];
  const alike = ours.flatMap((one, a) =>
    others.flatMap((other, b) =>
      JSON.stringify(one) === JSON.stringify(other) ? [[probes[a]?.[0], probes[b]?.[0]]] : [],
    ),
  );
  expect(alike).toEqual(probes.map(([name]) => [name, name]));
});

test("nothing of a credential stands in its traits", async () => {
  const texts = (
    await traitsWith(
      OURS,
      probes.map(([, tamper]) => tamper),
    )
  ).map((traits) => JSON.stringify(traits));
  expect(texts.filter((text) => /sk_|live|51Hq|s3cr3t/i.test(text))).toEqual([]);
});

test("credentials that were sent before are known by when that was", async () => {
  let used = {};
  const again: Tamper = () => used;
  const traits = await traitsWith(OURS, [(valid) => (used = valid), undefined, again]);
  expect(traits).toEqual([
    { of: "alpha", timestamp: "0 s off" },
    { of: "alpha" },
    { of: "alpha", timestamp: "0 s off", nonce: "used 2 before", signature: "used 2 before" },
  ]);
});
