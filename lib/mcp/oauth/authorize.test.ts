import { expect, test } from "vitest";
import { mcpSchema } from "../../profile/schema/mcp-schema.ts";
import { Mcp } from "../service/mcp.ts";
import { authorizeClient, freshCode } from "./authorize.ts";

const SCOPES = { readOnly: "cards:read", readWrite: "cards:write" };

/** The flow of a client at a server that redirects with these parameters. */
function flowTo(told: Record<string, string>, scopes: typeof SCOPES | null = null) {
  const client = { id: "agent", secret: null, redirectUri: "https://app.example/cb", issuer: null };
  const url = "https://mcp.example/mcp";
  const facts = mcpSchema.parse({ url, client, scopes });
  const location = `${client.redirectUri}?${new URLSearchParams(told).toString()}`;
  const mcp = new Mcp({
    facts,
    url,
    runId: "run",
    now: () => 0,
    wait: async () => undefined,
    door: async (request) => ({
      request,
      status: 302,
      headers: [["Location", location]],
      text: "",
      exchange: 1,
    }),
  });
  return { mcp, client, authorizationEndpoint: "https://as.example/authorize" };
}

test("a valid request names the read-only scope of the profile, or another one", async () => {
  const flow = flowTo({}, SCOPES);
  const scopeOf = async (asked?: string) =>
    (await authorizeClient(flow, { scope: asked })).parameters.get("scope");
  expect([await scopeOf(), await scopeOf("cards:write")]).toEqual(["cards:read", "cards:write"]);
  expect((await authorizeClient(flowTo({}))).parameters.has("scope")).toBe(false);
});

test.for([
  ["invalid_scope", null, "set mcp.scopes."],
  ["invalid_scope", SCOPES, "Look at mcp.scopes:"],
  ["invalid_target", null, "register it there"],
  ["access_denied", null, "It may need a person"],
] as const)("a valid request that ends with %s says what to do: %j", async ([error, scopes, advice]) => {
  const flow = flowTo({ error }, scopes);
  await expect(freshCode(flow)).rejects.toThrow(advice);
});
