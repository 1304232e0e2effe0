import { expect, test } from "vitest";
import type { McpFacts } from "../../lib/profile/schema/mcp-schema.ts";
import { CREDENTIALS, judgeMcpService, ofTexts } from "./judge-mcp-service.ts";
import { profiles } from "./judge-target.ts";

async function judged(change: (text: string) => string, facts: Partial<McpFacts> = {}) {
  return judgeMcpService(ofTexts(change), facts);
}

function serverElsewhere(text: string): string {
  return text.replace(
    /"authorization_servers":\["[^"]*"/,
    '"authorization_servers":["https://login.vendor.example/a"',
  );
}

function tokensElsewhere(text: string): string {
  return text.replace(/"token_endpoint":"[^"]*"/, '"token_endpoint":"https://stranger.example/token"');
}

/** `egress.test.ts` has the other forms of addresses. */
test.each([
  ["http://169.254.169.254/latest/meta-data/iam"],
  ["https://metadata.stranger.example/x"],
  ["https://mcp.issuer.example@stranger.example/"],
])("metadata of a resource at %s is not asked for", async (place) => {
  const run = await judged((text) =>
    text.replace(/resource_metadata="[^"]*"/, `resource_metadata="${place}"`),
  );
  expect(run.strangers).toEqual([]);
  expect(run.errored).toEqual([]);
});

test("metadata at another host leaves its checks uncovered, and the reason says what to add", async () => {
  const place = "https://metadata.stranger.example/x";
  const run = await judged((text) =>
    text.replace(/resource_metadata="[^"]*"/, `resource_metadata="${place}"`),
  );
  expect(run.failed).toEqual([]);
  expect(run.of("authorization.resource-metadata")).toMatchObject({
    verdict: "uncovered",
    field: "mcp.hosts",
    reason: expect.stringContaining("add metadata.stranger.example to mcp.hosts"),
  });
});

test("an authorization server at another host is asked nothing, and accused of nothing, until it is listed", async () => {
  const run = await judged(serverElsewhere);
  expect(run.strangers).toEqual([]);
  expect(run.failed).toEqual([]);
  expect(run.of("authorization.code-flow")).toMatchObject({
    verdict: "uncovered",
    reason: expect.stringContaining("add login.vendor.example to mcp.hosts"),
  });
  const listed = await judged(serverElsewhere, { hosts: ["login.vendor.example"] });
  expect(new Set(listed.strangers.map(({ origin }) => origin))).toEqual(
    new Set(["https://login.vendor.example"]),
  );
});

test("of a document without metadata only status, type and length are shown", async () => {
  const run = await judged(
    (text) => text.replace(/resource_metadata="[^"]*"/, 'resource_metadata="https://listed.example/x"'),
    { hosts: ["listed.example"] },
  );
  expect(run.strangers.length).toBeGreaterThan(0);
  expect(run.text).not.toContain(CREDENTIALS);
  expect(run.text).toContain("bytes]");
});

test("an endpoint at another origin is sent neither a secret nor a code, and the reason names the field", async () => {
  for (const facts of [{}, { hosts: ["stranger.example"] }]) {
    const run = await judged(tokensElsewhere, facts);
    expect(run.strangers).toEqual([]);
    expect(run.failed).toEqual([]);
    expect(run.of("authorization.code-once")).toMatchObject({
      verdict: "uncovered",
      field: "mcp.client.issuer",
      reason: expect.stringContaining("set mcp.client.issuer to https://stranger.example"),
    });
  }
});

test("a client of another issuer is not shown to the service's own authorization server", async () => {
  const { client } = profiles["api-key"].mcp;
  if (client === null) throw new Error("The reference profile has no client.");
  const run = await judged((text) => text, { client: { ...client, issuer: "https://other.example/x" } });
  expect(run.strangers).toEqual([]);
  expect(run.of("authorization.code-flow")).toMatchObject({
    verdict: "uncovered",
    field: "mcp.client.issuer",
  });
});

test("a client of one tenant is not shown to another tenant of the same origin", async () => {
  const { client } = profiles["api-key"].mcp;
  if (client === null) throw new Error("The reference profile has no client.");
  const run = await judged((text) => text, {
    client: { ...client, issuer: `https://mcp.issuer.example/tenant-a` },
  });
  expect(run.of("authorization.code-flow")).toMatchObject({
    verdict: "uncovered",
    field: "mcp.client.issuer",
    reason: expect.stringContaining("Nothing of the client"),
  });
});
