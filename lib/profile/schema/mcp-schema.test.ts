import { expect, test } from "vitest";
import { secretsOf } from "../load/secrets-of.ts";
import { HEAD, load, problems } from "../testing/profile-text.ts";

const WRITE = 'write: { tool: label, arguments: { to: "{fresh}" }, shows: "{fresh}" }';

test.each([
  `{ url: 'https://mcp.example/mcp', ${WRITE} }`,
  "{ write: { tool: freeze, shows: frozen }, undo: { tool: thaw } }",
  "{ client: { id: us, redirectUri: 'com.example.app:/callback' } }",
  "{ hosts: [login.example, 'login.example:8443', '127.0.0.1:9000', '[::1]:9000'] }",
  "{ client: { id: us, redirectUri: 'https://us.example', issuer: 'https://login.example/tenant' } }",
])("mcp: %s is fine", (mcp) => {
  expect(problems(`${HEAD}mcp: ${mcp}\n`)).toEqual([]);
});

test("of a JSON Web Token its parts are secrets too", () => {
  const token = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhbHBoYSJ9.c2lnbmF0dXJlLW9mLWl0";
  const { profile } = load(
    `${HEAD}mcp: { expiredToken: ${token}, client: { id: us, secret: s3cret, redirectUri: 'https://us.example' } }`,
  );
  expect(secretsOf(profile).slice(1)).toEqual([
    { label: "mcp.expiredToken", value: token },
    { label: "mcp.expiredToken", value: "eyJzdWIiOiJhbHBoYSJ9" },
    { label: "mcp.expiredToken", value: "c2lnbmF0dXJlLW9mLWl0" },
    { label: "mcp.client.secret", value: "s3cret" },
  ]);
});
