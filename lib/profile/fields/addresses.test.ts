import { expect, test } from "vitest";
import { baseUrlSchema } from "./base-url.ts";
import { callbackBaseSchema } from "./callback-base.ts";

test.each([
  ["https://callback.conformance.example", "https://callback.conformance.example/"],
  ["https://a.example/hooks/", "https://a.example/hooks/"],
  ["https://a.example/hooks", "https://a.example/hooks/"],
  ["https://xn--bcher-kva.example/a:b", "https://xn--bcher-kva.example/a:b/"],
])("%s is a callback base", (text, expected) => {
  expect(callbackBaseSchema.parse(text)).toBe(expected);
});

test.each([
  ["http://a.example", "begins with https://"],
  ["a.example", "begins with https://"],
  ["https://a.example?x", "without query and fragment"],
  ["https://a.example/#", "without query and fragment"],
  ["https://user:pass@a.example", "without user name and password"],
  ["https://a.example:443/", "without a port"],
  ["https://a.example:8443", "without a port"],
  ["https://192.0.2.1/", "not an IP address"],
  ["https://3221225985/", "not an IP address"],
  ["https://[2001:db8::1]/", "not an IP address"],
  ["https://localhost/", "at least two labels"],
  ["https://a.example./", "at least two labels"],
  ["https://A.example/", "such as https://a.example/"],
  ["HTTPS://a.example/", "such as https://a.example/"],
  ["https://bücher.example/", "such as https://xn--bcher-kva.example/"],
  ["https://a.example/b/../c", "such as https://a.example/c"],
  ["https://a.example/a|b", "in its plain form"],
  [`https://a.example/${"a".repeat(200)}`, "at most 200 characters"],
])("%s is not a callback base", (text, expected) => {
  expect(callbackBaseSchema.safeParse(text).error?.issues[0]?.message).toContain(expected);
});

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
