import { expect, test } from "vitest";
import { baseUrlSchema, plainHttpProblem } from "./base-url.ts";

test.each([
  ["https://issuer.example", "https://issuer.example"],
  ["https://issuer.example:8443/gate/", "https://issuer.example:8443/gate"],
  ["http://127.0.0.1:3000", "http://127.0.0.1:3000"],
  ["embedded", "embedded"],
])("%s is a base URL", (text, expected) => {
  expect(baseUrlSchema.parse(text)).toBe(expected);
});

test.each([
  ["", "absolute URL"],
  ["issuer.example", "absolute URL"],
  ["ftp://issuer.example", "absolute URL"],
  ["https:/issuer.example", "absolute URL"],
  ["https://issuer example", "absolute URL"],
  ["https://issuer.example\\x", "absolute URL"],
  ["https://", "absolute URL"],
  ["https://issuer.example?", "without query and fragment"],
  ["https://issuer.example/#a", "without query and fragment"],
  ["https://user@issuer.example", "without user name and password"],
  ["https://issuer.example/abc/v1/", "without /abc/v1"],
])("%s is not a base URL", (text, expected) => {
  expect(baseUrlSchema.safeParse(text).error?.issues[0]?.message).toContain(expected);
});

test("plain http off loopback needs consent", () => {
  expect(plainHttpProblem("http://issuer.example", false)).toContain("expected https");
  expect(plainHttpProblem("http://issuer.example", true)).toBeUndefined();
  expect(plainHttpProblem("http://127.8.8.8", false)).toBeUndefined();
  expect(plainHttpProblem("embedded", false)).toBeUndefined();
});
