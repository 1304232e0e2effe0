import { expect, test } from "vitest";
import type { Credentials } from "../request/draft.ts";
import { wrongSignatures } from "./wrong-signatures.ts";

const SIGNATURES = {
  hex: "00ff9a41c2b7e6d35804a1b2c3d4e5f6",
  base64: "AP+aQcK35tNYBKGyw9Tl9g==",
  base64url: "AP-aQcK35tNYBKGyw9Tl9g",
};

test.each(Object.entries(SIGNATURES))(
  "no wrong signature in %s is the right one",
  async (_encoding, right) => {
    const valid: Credentials = { apiKey: "key", timestamp: "1", nonce: "n", signature: right };
    const sent = await Promise.all(
      wrongSignatures.map(async ({ tamper }) => tamper(valid, async () => right)),
    );
    const signatures = sent.map(({ signature }) => signature);
    expect(signatures).not.toContain(right);
    expect(new Set(signatures).size).toBeGreaterThan(5);
  },
);

test("the other letter case of a signature is another signature, where it is not in hex", async () => {
  const offence = wrongSignatures.find(({ name }) => name.includes("letter case"));
  const valid: Credentials = { apiKey: "key", timestamp: "1", nonce: "n", signature: SIGNATURES.base64 };
  expect(await offence?.tamper(valid, async () => SIGNATURES.base64)).toMatchObject({
    signature: "ap+AqCk35TnybkgYW9tL9G==",
  });
});
