import { expect, test } from "vitest";
import { describeMcpAnswer } from "./describe-mcp-answer.ts";

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
