import { expect, test } from "vitest";
import { secretsOf } from "./secrets-of.ts";
import { load } from "../testing/profile-text.ts";

const TEXT = `name: sandbox
baseUrl: https://issuer.example
auth: { mode: api-key }
merchants:
  - { name: alpha, apiKey: key-alpha, secret: secret-alpha }
  - { name: beta, apiKey: key-beta }
target: { proxy: "http://user:proxy%2Fpassword@proxy.example" }
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
    { label: "trigger.Authorization", value: "trigger-token" },
    { label: "target.proxy", value: "proxy/password" },
  ]);
});

test("a value that a body takes from the environment is a secret, unless it is short", () => {
  const body =
    'operations: { card/cancel: { body: { card: "${env:CARD}", page: "${env:PAGE}", kind: plain-text } } }';
  const { secrets } = load(TEXT + body, { CARD: "card-0001", PAGE: "1" });
  expect(secrets.at(-1)).toEqual({ label: 'operations["card/cancel"].body.card', value: "card-0001" });
  expect(secrets.map(({ value }) => value)).not.toContain("1");
});

test("a value that a field takes from the environment is a secret, unless reports show it or it configures the run", () => {
  const text = `name: "\${env:NAME}"
baseUrl: "https://\${env:HOST}/gateway"
auth:
  mode: "\${env:MODE}"
  signature: { algorithm: "\${env:ALGORITHM}", payload: "{nonce}\${env:SALT}", encoding: hex }
merchants:
  - { name: "\${env:MERCHANT}", apiKey: "\${env:KEY}", secret: "\${env:SECRET}" }
callback: { base: "https://\${env:CALLBACK}/" }
limits: { timeoutMs: "\${env:TIMEOUT}" }
operations:
  card/cancel:
    body: { token: "Bearer \${env:TOKEN}", at: "\${env:HOST}", stage: "\${env:STAGE}", other: "\${env:OTHER:-by-default}" }
`;
  const env = {
    NAME: "our sandbox",
    HOST: "issuer.example",
    MODE: "signed",
    ALGORITHM: "hmac-sha256",
    SALT: "salt-of-ours",
    MERCHANT: "merchant-one",
    KEY: "key-of-ours",
    SECRET: "secret-of-ours",
    CALLBACK: "callback.issuer.example",
    TIMEOUT: "100000",
    TOKEN: "token-of-ours",
    STAGE: "test1",
  };
  const { profile, secrets } = load(text, env);
  expect(profile.limits.timeoutMs).toBe(100_000);
  expect([...new Set(secrets.map(({ value }) => value))].toSorted()).toEqual([
    "key-of-ours",
    "salt-of-ours",
    "secret-of-ours",
    "token-of-ours",
  ]);
});
