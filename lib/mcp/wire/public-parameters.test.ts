import { expect, test } from "vitest";
import { passingSecrets } from "./public-parameters.ts";

const JWT = "eyJhbGciOiJub25lIn0.eyJzdWIiOiJhbHBoYSJ9.c2lnbmF0dXJl";
const REQUEST = { label: "x", caller: "x", method: "POST", url: "https://a.example/", headers: [] } as const;

test("tokens of headers, queries and forms are kept secret, and of a JSON Web Token its parts", () => {
  const request = {
    ...REQUEST,
    url: "https://a.example/mcp?access_token=in-the-query",
    headers: [["Authorization", `Bearer ${JWT}`]] as const,
    body: "code=the-code-itself&code_verifier=the-verifier&state=public-state",
  };
  expect(passingSecrets(request)).toEqual([
    JWT,
    "eyJzdWIiOiJhbHBoYSJ9",
    "c2lnbmF0dXJl",
    "in-the-query",
    "the-code-itself",
    "the-verifier",
  ]);
});
