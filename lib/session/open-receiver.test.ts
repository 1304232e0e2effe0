import { writeFileSync } from "node:fs";
import { createServer, type RequestListener, type Server } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { Agent } from "undici";
import { eventsSchema } from "../profile/schema/events-schema.ts";
import type { Receiver } from "../receiver/receiver.ts";
import { selfSignedCertificate } from "../receiver/self-signed-certificate.ts";
import { temporaryFolder } from "../cli/testing/temporary-folder.ts";
import { openReceiver } from "./open-receiver.ts";

const agent = new Agent();
const RUN = "cc-0123456789";
const CLOCK = { now: Date.now, sleep: async (ms: number) => sleep(ms) };
const open: { close(): unknown }[] = [];
afterEach(async () => {
  for (const one of open.splice(0)) await one.close();
});

async function listening(listener?: RequestListener): Promise<{ server: Server; port: number }> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (typeof address !== "object" || address === null) throw new Error("Cannot listen: there is no port");
  return { server, port: address.port };
}

async function freePort(): Promise<number> {
  const { server, port } = await listening();
  await new Promise((resolve) => void server.close(resolve));
  return port;
}

async function handedOn(port: number, path: string, body: Buffer): Promise<number> {
  const { statusCode } = await agent.request({
    origin: `http://127.0.0.1:${port}`,
    path,
    method: "POST",
    body,
    reset: true,
  });
  return statusCode;
}

const hidden: typeof handedOn = async (...request) => Math.min(await handedOn(...request), 200);
const repeatedOn =
  (...failures: readonly number[]): typeof handedOn =>
  async (...request) => {
    const status = await handedOn(...request);
    return failures.includes(status) ? handedOn(...request) : status;
  };

/** A receiver behind something that hands requests on to it, with another path or body, or in another way. */
async function behind(
  change: (path: string, body: Buffer) => readonly [path: string, body: Buffer] | undefined,
  hands = handedOn,
): Promise<Receiver> {
  const port = await freePort();
  const front = await listening((incoming, outgoing) => {
    const hand = async () => {
      const changed = change(incoming.url ?? "", Buffer.concat(await incoming.toArray()));
      outgoing.writeHead(changed === undefined ? 502 : await hands(port, ...changed)).end();
    };
    hand().catch(() => outgoing.destroy());
  });
  open.push(front.server);
  return opened(port, `http://127.0.0.1:${front.port}`);
}

async function opened(port: number, publicUrl: string): Promise<Receiver> {
  const events = eventsSchema.parse({ receiver: { listen: `127.0.0.1:${port}` } });
  if (events.receiver === null) throw new Error("Cannot open a receiver: there is none");
  const receiver = await openReceiver({ ...events, receiver: { ...events.receiver, publicUrl } }, CLOCK, RUN);
  open.push(receiver);
  return receiver;
}

async function openedBy(receiver: object): Promise<Receiver> {
  const one = await openReceiver(eventsSchema.parse({ receiver }), CLOCK, RUN);
  open.push(one);
  return one;
}

async function pemFile(name = "127.0.0.1"): Promise<{ file: string; cert: string }> {
  const { cert, key } = await selfSignedCertificate(name);
  const file = join(temporaryFolder(), "own.pem");
  writeFileSync(file, `${cert}\n${key}`);
  return { file, cert };
}

test("it speaks https by the certificate that it is given", async () => {
  const { file, cert } = await pemFile();
  const { url, endsTls, arrivals } = await openedBy({ certificate: file, key: file });
  expect(endsTls).toBe(true);
  const trusting = new Agent({ connect: { ca: cert } });
  open.push(trusting);
  await trusting.request({ origin: url, path: `/${RUN}/x`, method: "POST", body: "{}" });
  expect(arrivals).toMatchObject([{ tls: "TLSv1.3" }]);
});

test("a key of another certificate leaves events uncovered, and says so", async () => {
  const [one, other] = [await pemFile(), await pemFile()];
  await expect(openedBy({ certificate: one.file, key: other.file })).rejects.toMatchObject({
    field: "events.receiver.certificate",
    message: expect.stringMatching(/KEY_VALUES_MISMATCH\. Its key, in events\.receiver\.key, must be/),
  });
});

test("a tunnel that cannot be opened leaves events uncovered, and says why", async () => {
  await expect(openedBy({ tunnel: { command: ["no-such-tunnel"] } })).rejects.toMatchObject({
    field: "events.receiver.tunnel",
    message: expect.stringContaining("Cannot open the tunnel no-such-tunnel: It was not found"),
  });
});

test.for([
  [
    "decodes the path",
    decodeURIComponent,
    /to \/path-proof\/In%2FOut;v=1\/\S+ arrived at \/path-proof\/In\/Out;v=1\//,
  ],
  [
    "drops the query",
    (path: string) => path.replace(/\?.*/, ""),
    /arrived at \/path-proof\/In%2FOut;v=1\/[\da-fA-F]+\. /,
  ],
] as const)("a way that %s is unusable for deliveries", async ([, change, told]) => {
  await expect(behind((path, body) => [change(path), body])).rejects.toThrow(told);
});

test("neither is one that writes the body again, or leads to another machine, or nowhere", async () => {
  const again = behind((path, body) => [path, Buffer.from(JSON.stringify(JSON.parse(body.toString())))]);
  await expect(again).rejects.toThrow("our own request to it arrived with another body");
  await expect(behind(() => undefined)).rejects.toThrow("was answered HTTP 502, but not by the receiver");
  await expect(opened(await freePort(), "http://127.0.0.1:1")).rejects.toMatchObject({
    field: "events.receiver.publicUrl",
    message: expect.stringContaining("our own request to it did not arrive: "),
  });
});

test.for([
  ["sends a failed request again", repeatedOn(503), "arrived 2 times, and the receiver answered HTTP 503"],
  ["does so for HTTP 504 only", repeatedOn(504), "arrived 2 times, and the receiver answered HTTP 504"],
  ["hides a failure", hidden, "was answered HTTP 200, but the receiver answered HTTP 503"],
] as const)("a gateway before the receiver that %s is found", async ([, hands, found]) => {
  const receiver = await behind((path, body) => [path, body], hands);
  const proofs = [
    await receiver.prove(),
    await receiver.prove(),
    await receiver.prove(),
    await receiver.prove(),
  ];
  expect(proofs).toContain(found);
});

test("a way that merges slashes is usable, and changes URLs of one form", async () => {
  const receiver = await behind((path, body) => [path.replaceAll(/\/{2,}/g, "/"), body]);
  expect(await receiver.prove()).toBeUndefined();
  const slashes = { name: "doubled slashes", write: (token: string) => `In//${token}` };
  expect(await receiver.prove(slashes)).toMatch(
    /^to \/path-proof\/In\/\/\S+ arrived at \/path-proof\/In\/\w+$/,
  );
});

test("a port that is taken leaves events uncovered, and says so", async () => {
  const { server, port } = await listening();
  open.push(server);
  await expect(opened(port, "http://127.0.0.1:1")).rejects.toMatchObject({
    field: "events.receiver.listen",
    message: expect.stringContaining("EADDRINUSE"),
  });
});
