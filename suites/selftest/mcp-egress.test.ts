import { expect, test } from "vitest";
import { openSession } from "../../lib/api/webhook/session.ts";
import { catalogue } from "../../lib/cli/catalogue.ts";
import { referenceMcp } from "../../lib/cli/run/embedded-reference.ts";
import { areaOf } from "../../lib/engine/catalogue.ts";
import type { Judgement } from "../../lib/engine/result.ts";
import type { Transport, WireAnswer, WireRequest } from "../../lib/http/transport.ts";
import type { McpFacts } from "../../lib/profile/mcp-schema.ts";
import { createReference } from "../../lib/reference/reference.ts";
import { inProcessTransport } from "./in-process-transport.ts";
import { profiles } from "./judge-target.ts";
import { virtualClock } from "./virtual-clock.ts";

const HOME = "https://mcp.issuer.example";
const CREDENTIALS = "instance-credentials-AKIA5XAMPLE";

/** A service whose answers were changed on their way, and a run that judged it. */
async function judged(change: (text: string) => string, facts: Partial<McpFacts> = {}) {
  const known = profiles["api-key"];
  const mcp = { ...known.mcp, url: `${HOME}/mcp`, ...facts };
  const profile = { ...known, baseUrl: HOME, mcp };
  const options = referenceMcp(profile);
  const reference = createReference({ merchants: profile.merchants, ...(options && { mcp: options }) });
  const way = changed(inProcessTransport(reference), change);
  const setup = { profile, depth: "quick", seed: 1, runId: "cc-selftest00" } as const;
  const session = await openSession(setup, [], { transport: way.transport, clock: virtualClock() });
  const judgements: Judgement[] = [];
  for (const one of catalogue.requirements.filter(({ id }) => catalogue.groups.get(areaOf(id)) === "mcp"))
    judgements.push(await session.judge(one));
  await session.close();
  const results = judgements.map(({ result }) => result).filter((result) => "verdict" in result);
  return {
    strangers: way.strangers,
    text: JSON.stringify(judgements),
    failed: results.filter(({ verdict }) => verdict === "failed").map(({ requirement }) => requirement),
    errored: results.filter(({ verdict }) => verdict === "errored"),
    uncovered: results.filter(({ verdict }) => verdict === "uncovered"),
    of: (id: string) => results.find(({ requirement }) => requirement === id),
  };
}

/** Everything that is not at home is noted, and answered with what must not be shown. */
function changed(home: Transport, change: (text: string) => string) {
  const strangers: WireRequest[] = [];
  const transport: Transport = {
    close: async () => home.close(),
    async send(request): Promise<WireAnswer> {
      if (request.origin !== undefined && request.origin !== HOME) {
        strangers.push(request);
        const headers = [
          ["Content-Type", "application/json"],
          ["X-Instance", CREDENTIALS],
        ] as const;
        return { status: 200, headers, body: Buffer.from(JSON.stringify({ AccessKeyId: CREDENTIALS })) };
      }
      const answer = await home.send(request);
      const headers = answer.headers.map(([name, value]) => [name, change(value)] as const);
      const isText = !/event-stream/.test(String(headers.flat()));
      const body = isText ? Buffer.from(change(Buffer.from(answer.body).toString())) : answer.body;
      return { ...answer, headers, body };
    },
  };
  return { transport, strangers };
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

test.each([
  ["http://169.254.169.254/latest/meta-data/iam"],
  ["http://[::ffff:127.0.0.1]:8080/"],
  ["http://[::ffff:7f00:1]/"],
  ["http://2130706433/"],
  ["http://0177.0.0.1/"],
  ["http://0.0.0.0:6379/"],
  ["http://[::]/"],
  ["https://localhost/"],
  ["https://metadata.stranger.example/x"],
  ["https://mcp.issuer.example.:443/x"],
  ["https://mcp.issuer.example:8443/x"],
  ["https://mcp.issuer.example@stranger.example/"],
  ["file:///etc/passwd"],
  ["data:application/json,{}"],
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

test("a document that is no metadata is shown by status, type and length alone", async () => {
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
