import { expect, test } from "vitest";
import { secretsOf } from "../load/secrets-of.ts";
import { HEAD, load, problems } from "../testing/profile-text.ts";

const WRITE = 'write: { tool: label, arguments: { to: "{fresh}" }, shows: "{fresh}" }';

test.each([
  ["{ url: embedded }", 'expected a URL, since baseUrl is not embedded (got "embedded")'],
  ["{ url: 'http://mcp.example' }", "expected https; plain http is for loopback only"],
  ["{ url: 'mcp.example' }", "expected a URL that begins with https:// or http://"],
  ["{ write: { tool: freeze, shows: frozen } }", "expected a tool that undoes mcp.write"],
  ['{ write: { tool: label, arguments: { to: "{fresh}" }, shows: yes } }', "mcp.undo"],
  ["{ otherWrites: [{ tool: freeze, shows: frozen }] }", "mcp.otherWrites[0].arguments"],
  ["{ tokenCommand: [./token.sh] }", "expected {scope} in an argument"],
  [
    "{ tokenCommand: [./token.sh, '{scope}'], readWriteToken: t }",
    "expected no token, since mcp.tokenCommand",
  ],
  ["{ readOnlyToken: 'two words' }", "expected visible ASCII characters"],
  ["{ allowedOrigin: 'https://app.example/' }", "expected an origin"],
  ["{ hosts: ['https://login.example'] }", "expected a host, such as login.issuer.example"],
  ["{ hosts: ['login.example/path'] }", "expected a host"],
  ["{ hosts: ['user@login.example'] }", "expected a host"],
  [
    "{ client: { id: us, redirectUri: 'https://us.example', issuer: 'http://login.example' } }",
    "expected https",
  ],
  ["{ client: { id: us, redirectUri: 'https://us.example', issuer: login.example } }", "expected a URL"],
])("mcp: %s is reported as wrong", (mcp, message) => {
  expect(problems(`${HEAD}mcp: ${mcp}\n`).join("\n")).toContain(message);
});

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
