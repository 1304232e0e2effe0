import { Agent } from "undici";
import { afterEach, expect, test } from "vitest";
import type { Choices } from "./choices.ts";
import { replaceRules } from "./mutant.ts";
import { createReference } from "./reference.ts";
import { conformantRules } from "./rules/rules.ts";
import { serveReference, type RunningReference } from "./serve-reference.ts";

const ALPHA = { name: "alpha", apiKey: "key-of-alpha" };
const running: { close(): Promise<void> }[] = [];

afterEach(async () => {
  for (const each of running.splice(0).toReversed()) await each.close();
});

async function serve(choices: Partial<Choices> = {}, https = false, rules = conformantRules) {
  const server = await serveReference(createReference({ merchants: [ALPHA], choices, rules }), { https });
  running.push(server);
  return server;
}

function agent({ certificate }: RunningReference): Agent {
  const made = new Agent({
    connections: 1,
    allowH2: false,
    connect: certificate === undefined ? {} : { ca: certificate },
  });
  running.push(made);
  return made;
}

async function post(
  server: RunningReference,
  operation: string,
  dispatcher = agent(server),
  body: string | null = null,
) {
  const answer = await dispatcher.request({
    origin: server.url,
    path: `/abc/v1/webhook/${operation}`,
    method: "POST",
    headers: ["X-API-Key", ALPHA.apiKey],
    body,
    responseHeaders: "raw",
  });
  const rawHeaders: unknown = answer.headers;
  return { status: answer.statusCode, headers: String(rawHeaders), text: await answer.body.text() };
}

const body = '{"callbackUrl":"https://callback.example/"}';

test.for([false, true])("serves on a free port (https: %s)", async (https) => {
  const server = await serve({}, https);
  expect(new URL(server.url).protocol).toBe(https ? "https:" : "http:");
  expect(server.certificate !== undefined).toBe(https);
  const dispatcher = agent(server);
  expect(await post(server, "register", dispatcher, body)).toMatchObject({ status: 200 });
  expect((await post(server, "query", dispatcher)).text).toContain("https://callback.example/");
});

test.for<[Partial<Choices>, string, boolean]>([
  [{ headerCase: "upper" }, "CONTENT-TYPE", true],
  [{ headerCase: "title" }, "Content-Type", true],
  [{ framing: "chunked" }, "chunked", true],
  [{ framing: "chunked" }, "content-length", false],
  [{ connection: "close" }, "connection,close", true],
  [{ dateHeader: "absent" }, "date", false],
  [{ writes: "several" }, "content-length", true],
  [{ contentEncoding: "gzip-always" }, "content-encoding,gzip", true],
])("%j shows in the headers", async ([choices, text, there]) => {
  const { headers } = await post(await serve(choices), "query");
  expect(headers.includes(text)).toBe(there);
});

test("an answer of type error breaks the connection off", async () => {
  const server = await serve({ infrastructure: "reset" });
  const dispatcher = agent(server);
  for (let sent = 1; sent < 29; sent += 1) await post(server, "query", dispatcher);
  await expect(post(server, "query", dispatcher)).rejects.toThrow("other side closed");
  expect(await post(server, "query", dispatcher)).toMatchObject({ status: 404 });
});

test("the rules see connections and targets as they are", async () => {
  const seen: string[] = [];
  const rules = replaceRules(conformantRules, {
    flow: {
      perform: async (call) => {
        seen.push(`${call.connection.id} ${call.connection.requests} ${call.path} ${call.query}`);
        return conformantRules.flow.perform(call);
      },
    },
  });
  const server = await serve({}, false, rules);
  const first = agent(server);
  await post(server, "%71uery/../query?a=%zz&b=|", first);
  await post(server, "query", first);
  await post(server, "query");
  expect(seen).toEqual([
    "socket-1 1 /abc/v1/webhook/%71uery/../query a=%zz&b=|",
    "socket-1 2 /abc/v1/webhook/query ",
    "socket-2 1 /abc/v1/webhook/query ",
  ]);
});

test.for(["GET", "HEAD", "OPTIONS", "TRACE", "PUT", "DELETE"])("answers the method %s", async (method) => {
  const server = await serve();
  const path = "/abc/v1/webhook/query";
  const { statusCode, body: received } = await agent(server).request({ origin: server.url, path, method });
  expect(statusCode).toBe(405);
  expect((await received.text()).includes("40500")).toBe(method !== "HEAD");
});

test("a taken port is an error", async () => {
  const { url } = await serve();
  const taken = serveReference(createReference({ merchants: [] }), { port: Number(new URL(url).port) });
  await expect(taken).rejects.toMatchObject({ code: "EADDRINUSE" });
});
