import { expect, test } from "vitest";
import { passingSecrets } from "./passing-secrets.ts";

const JWT = "eyJhbGciOiJub25lIn0.eyJzdWIiOiJhbHBoYSJ9.c2lnbmF0dXJl";
const REQUEST = { label: "x", caller: "x", method: "POST", url: "https://a.example/", headers: [] } as const;

test("tokens of headers, queries and forms are kept secret, and of a JSON Web Token its parts", () => {
  const request = {
    ...REQUEST,
    url: "https://a.example/mcp?access_token=in-the-query",
    headers: [["Authorization", `Bearer ${JWT}`]] as const,
    body: "code=the-code-itself&code_verifier=the-verifier&state=public-state",
  };
  expect(passingSecrets(request, undefined)).toEqual([
    JWT,
    "eyJzdWIiOiJhbHBoYSJ9",
    "c2lnbmF0dXJl",
    "in-the-query",
    "the-code-itself",
    "the-verifier",
  ]);
});

test("what an answer brings is kept secret from then on", () => {
  const body = { access_token: "new-access-token", refresh_token: "new-refresh-token", scope: "cards:read" };
  const headers = [["Location", "https://us.example/callback?code=a-new-code&state=s"]] as const;
  expect(passingSecrets(REQUEST, { headers, text: JSON.stringify(body) })).toEqual([
    "a-new-code",
    "new-access-token",
    "new-refresh-token",
  ]);
});
