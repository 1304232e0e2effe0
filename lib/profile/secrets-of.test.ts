import { expect, test } from "vitest";
import { secretsOf } from "./secrets-of.ts";
import { load } from "./testdata/profile-text.ts";

const TEXT = `name: sandbox
baseUrl: https://issuer.example
auth: { mode: api-key }
merchants:
  - { name: alpha, apiKey: key-alpha, secret: secret-alpha }
  - { name: beta, apiKey: key-beta }
target: { proxy: "http://user:proxy-password@proxy.example" }
events:
  trigger:
    url: https://issuer.example/trigger
    headers: { Authorization: Bearer trigger-token, Content-Type: application/json, X-Short: "1" }
mcp: { url: https://mcp.example, readOnlyToken: token-ro, readWriteToken: token-rw }
`;

test("secretsOf lists every credential with a label, and no constant", () => {
  expect(secretsOf(load(TEXT).profile)).toEqual([
    { label: "alpha.apiKey", value: "key-alpha" },
    { label: "alpha.secret", value: "secret-alpha" },
    { label: "beta.apiKey", value: "key-beta" },
    { label: "mcp.readOnlyToken", value: "token-ro" },
    { label: "mcp.readWriteToken", value: "token-rw" },
    { label: "trigger.Authorization", value: "Bearer trigger-token" },
    { label: "target.proxy", value: "proxy-password" },
  ]);
});
