import { expect, test } from "vitest";
import { payloadTemplate } from "./payload-template.ts";
import type { SignedParts } from "./signature-scheme.ts";
import { SignerError } from "./signer-error.ts";

const parts: SignedParts = {
  method: "POST",
  path: "/p",
  query: "q=1",
  timestamp: "1",
  nonce: "n",
  apiKey: "k",
};
const filled = (template: string, over: Partial<SignedParts> = {}, emptyBodyHash = false) =>
  payloadTemplate(template).bytes({ ...parts, ...over }, emptyBodyHash);

test("fills every placeholder and keeps the rest", () => {
  expect(filled("{method} {path}?{query}\n{timestamp};{nonce};{apiKey};é").toString()).toBe(
    "POST /p?q=1\n1;n;k;é",
  );
});

test("the path of the API begins behind that of the base URL", () => {
  expect(filled("{apiPath}", { path: "/stage/abc/v1/x" }).toString()).toBe("/abc/v1/x");
});

test("a placeholder in the value of another is not filled", () => {
  expect(filled("{nonce}{path}", { nonce: "{path}" }).toString()).toBe("{path}/p");
});

test("a body that is not UTF-8 stands in the payload byte for byte", () => {
  const body = Buffer.from([0x00, 0xff, 0xc3, 0x28]);
  expect(filled("<{body}>", { body })).toEqual(Buffer.from([0x3c, 0x00, 0xff, 0xc3, 0x28, 0x3e]));
});

test.each([
  ["{body:sha256:hex}", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"],
  ["{body:sha1:base64}", "qZk+NkcGgWq6PiVxeFDCbJzQ2J0="],
  ["{body:md5:base64url}", "kAFQmDzST7DWlj99KOF_cg"],
])("%s hashes the body", (template, expected) => {
  expect(filled(template, { body: Buffer.from("abc") }).toString()).toBe(expected);
});

test("the hash of no body is empty, unless the scheme hashes it", () => {
  const ofNothing = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
  for (const body of [{}, { body: new Uint8Array() }]) {
    expect(filled("{body:sha256:hex}", body).toString()).toBe("");
    expect(filled("{body:sha256:hex}", body, true).toString()).toBe(ofNothing);
  }
});

test("braces of a JSON payload are literal", () => {
  expect(filled('{"key":"{apiKey}"}').toString()).toBe('{"key":"k"}');
});

test.each([
  "{Method}",
  "{ method }",
  "{}",
  "{secret}",
  "{path:sha256:hex}",
  "{body:sha256}",
  "{body:sha3:hex}",
  "{body:sha256:hex:x}",
  "{body:sha256:HEX}",
])("%s is refused by name", (placeholder) => {
  expect(() => payloadTemplate(`{nonce}${placeholder}`)).toThrow(SignerError);
  expect(() => payloadTemplate(`{nonce}${placeholder}`)).toThrow(`(got ${placeholder})`);
});

test("an open brace and a payload without placeholder are refused", () => {
  expect(() => payloadTemplate("{method\n{path}")).toThrow("expected a closing brace (got {method)");
  expect(() => payloadTemplate("constant")).toThrow(
    /^Cannot use the payload: expected one of \{method\} .* \(got none\)$/,
  );
});
