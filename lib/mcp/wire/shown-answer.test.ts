import { expect, test } from "vitest";
import { describeMcpAnswer, maskedUrl, shownAnswer, shownRequest } from "./shown-answer.ts";

const JSON_TYPE = ["Content-Type", "application/json"] as const;

function shown(brings: "metadata" | "secrets", text: string): string {
  return shownAnswer({ brings }, { headers: [JSON_TYPE], text }).text;
}

test("of an answer with tokens only what is public is shown", () => {
  const text =
    '{"access_token":"a","token_type":"Bearer","expires_in":60,"scope":"x y","refresh_token":"r","more":{"x":1}}';
  expect(JSON.parse(shown("secrets", text))).toEqual({
    access_token: "[redacted]",
    token_type: "Bearer",
    expires_in: 60,
    scope: "x y",
    refresh_token: "[redacted]",
    more: "[redacted]",
  });
});

test("of a refusal the words are shown, without what looks like a code", () => {
  const text = '{"error":"invalid_grant","error_description":"Code 493817 of client a-1b2 is unknown"}';
  expect(JSON.parse(shown("secrets", text))).toEqual({
    error: "invalid_grant",
    error_description: "Code [redacted] of client [redacted] is unknown",
  });
});

test.each([
  '{"code":0,"data":{"access_token":"t"}}',
  "access_token=t",
  "<input value=t>",
  '["t"]',
  '{"error":{"t":1}}',
])("an answer that is not understood is not shown: %s", (text) => {
  expect(shown("secrets", text)).toBe("[not shown]");
});

test("a header of such an answer is shown only if it is known to be no secret", () => {
  const headers = [
    JSON_TYPE,
    ["X-Token", "t"],
    ["Set-Cookie", "sid=t"],
    ["WWW-Authenticate", 'Basic realm="t"'],
    ["Location", "https://us.example/cb?code=t&state=s#access_token=t&token_type=Bearer"],
  ] as const;
  expect(shownAnswer({ brings: "secrets" }, { headers, text: "" }).headers).toEqual([
    JSON_TYPE,
    ["X-Token", "[redacted]"],
    ["Set-Cookie", "[redacted]"],
    ["WWW-Authenticate", "Basic [redacted]"],
    ["Location", "https://us.example/cb?code=[redacted]&state=s#access_token=[redacted]&token_type=Bearer"],
  ]);
});

test("metadata is shown, and any other document by its length", () => {
  const metadata = '{"issuer":"https://login.example"}';
  expect(shown("metadata", metadata)).toBe(metadata);
  expect(shown("metadata", '{"AccessKeyId":"AKIA"}')).toBe("[22 bytes]");
  expect(shown("metadata", '{"resource":{"AccessKeyId":"AKIA"}}')).toMatch(/^\[\d+ bytes\]$/);
});

test("of a request codes, verifiers and secrets are left out, however short", () => {
  const body = "grant_type=authorization_code&code=1&code_verifier=&client_id=us&client_secret=x";
  const request = { brings: "secrets", url: "https://a.example/t?code=1&state=s", body } as const;
  expect(shownRequest(request)).toEqual({
    brings: "secrets",
    url: "https://a.example/t?code=[redacted]&state=s",
    body: "grant_type=authorization_code&code=[redacted]&code_verifier=&client_id=us&client_secret=[redacted]",
  });
});

test.each([
  ["https://us.example/cb", "https://us.example/cb"],
  ["https://us.example/cb?secret-without-a-name", "https://us.example/cb?[redacted]"],
  ["com.example:/cb?code=a=b", "com.example:/cb?code=[redacted]"],
  ["/continue/493817", "/continue/[redacted]"],
  ["https://us.example:8443/oauth2/493817", "https://us.example:8443/oauth2/[redacted]"],
  ["https://us.example/cb?tok493817=1", "https://us.example/cb?[redacted]=[redacted]"],
  ["https://us.example/cb?error=access_denied&iss=x", "https://us.example/cb?error=access_denied&iss=x"],
])("%s is shown as %s", (url, masked) => {
  expect(maskedUrl(url)).toBe(masked);
});

test.for([
  ["application/json", '{"a":1}', 'HTTP 200, application/json: {"a":1}'],
  ["application/json", "", "HTTP 200 without a body"],
  ["application/json", '{"a":NaN}', 'HTTP 200, application/json (the body is not valid JSON): {"a":NaN}'],
  ["application/json", "\ufeff{}", "HTTP 200, application/json (the body is not valid JSON): \ufeff{}"],
  ["application/json", "[".repeat(2_000), `HTTP 200, application/json: ${"[".repeat(300)}…`],
  ["text/html", "<p>", "HTTP 200, text/html: <p>"],
] as const)("an answer of %s with %j is described", ([type, text, described]) => {
  const request = { label: "x", caller: "x", method: "POST", url: "https://mcp.example/", headers: [] };
  const headers = [["Content-Type", type]] as const;
  expect(describeMcpAnswer({ request, status: 200, headers, text, exchange: 1 })).toBe(described);
});
