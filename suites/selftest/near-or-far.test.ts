import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { connect, createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createServer as createTlsServer } from "node:tls";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { catalogue } from "../../lib/cli/catalogue.ts";
import { findMutant } from "../../lib/cli/serve/find-mutant.ts";
import { plan } from "../../lib/engine/plan/plan.ts";
import { run } from "../../lib/engine/run/run.ts";
import { Steps } from "../../lib/engine/run/steps.ts";
import { Tally } from "../../lib/engine/run/tally.ts";
import { eventsSchema } from "../../lib/profile/schema/events-schema.ts";
import { serveRelay } from "../../lib/receiver/relay/serve-relay.ts";
import { selfSignedCertificate } from "../../lib/receiver/self-signed-certificate.ts";
import { createReference } from "../../lib/reference/reference.ts";
import { conformantRules, type Rules } from "../../lib/reference/rules/rules.ts";
import { serveReference } from "../../lib/reference/serve-reference.ts";
import { openSession } from "../../lib/session/session.ts";
import { profiles } from "./judge-target.ts";

/** Waited for in vain nowhere, so that a machine under load is no reason. */
const LONG_SECONDS = 20;
const HOST = "127.0.0.1";
const TUNNEL = fileURLToPath(new URL("../../lib/receiver/testing/tunnel.mjs", import.meta.url));

/** A way by which deliveries come to a run. */
interface Way {
  /** `events.receiver` of the profile. */
  readonly receiver: object;
  readonly close: () => unknown;
}

/** By a proxy that ends TLS. */
async function byProxy(): Promise<Way> {
  const port = await freePort();
  const proxy = await proxyTo(() => port);
  return { receiver: { listen: `${HOST}:${port}`, publicUrl: proxy.url }, close: () => proxy.close() };
}

/** By a program that the run starts. @param endsAt the request at which it ends by itself */
async function byTunnel(endsAt = 0): Promise<Way> {
  const folder = mkdtempSync(join(tmpdir(), "card-issuing-conformance-way-"));
  const { cert, key } = await selfSignedCertificate(HOST);
  const pem = join(folder, "own.pem");
  writeFileSync(pem, `${cert}\n${key}`);
  const command = [process.execPath, TUNNEL, "{port}", pem, String(endsAt)];
  return {
    receiver: { tunnel: { command, settleSeconds: 0 } },
    close: () => rmSync(folder, { recursive: true }),
  };
}

/** By a relay, in front of which a proxy ends TLS. */
async function byRelay(): Promise<Way> {
  let port = 0;
  const proxy = await proxyTo(() => port);
  const token = "token-of-the-relay-7f3a9c21";
  const relay = await serveRelay({
    host: HOST,
    port,
    tls: "none",
    token,
    publicUrl: proxy.url,
    expireMs: 60_000,
    version: "1.2.3",
  });
  port = Number(new URL(relay.url).port);
  return {
    receiver: { relay: { url: relay.url, token } },
    async close() {
      await relay.close();
      proxy.close();
    },
  };
}

/** Ends TLS, and leads to a port, which need not be known yet. */
async function proxyTo(port: () => number): Promise<{ readonly url: string; close(): unknown }> {
  const proxy = createTlsServer(await selfSignedCertificate(HOST), (socket) => {
    const onward = connect(port(), HOST);
    socket.on("error", () => onward.destroy());
    onward.on("error", () => socket.destroy());
    socket.pipe(onward).pipe(socket);
  });
  return { url: `https://${HOST}:${await listening(proxy)}`, close: () => proxy.close() };
}

async function freePort(): Promise<number> {
  const server = createServer();
  const port = await listening(server);
  await new Promise((closed) => void server.close(closed));
  return port;
}

async function listening(server: Server): Promise<number> {
  await once(server.listen(0, HOST), "listening");
  const address = server.address();
  if (typeof address === "object" && address !== null) return address.port;
  throw new Error("Cannot listen: the server has no port");
}

/** How long a delivery is waited for, and what is judged of which server. */
interface Journey {
  readonly waitSeconds: number;
  readonly rules?: Rules;
  readonly selectors?: readonly string[];
}

/** The verdicts about deliveries that come by a way, with their reasons. */
async function judged(
  opening: Promise<Way>,
  { waitSeconds, rules = conformantRules, selectors = ["delivery"] }: Journey,
): Promise<Record<string, string>> {
  const { receiver, close } = await opening;
  const events = eventsSchema.parse({
    receiver,
    trigger: { url: "/_events", body: { merchant: "{merchant}", eventType: "{eventType}" } },
    waitSeconds,
    absenceSeconds: 0.15,
    acknowledge: {},
    retries: { windowSeconds: waitSeconds },
  });
  const known = profiles["api-key"];
  const server = await serveReference(createReference({ merchants: known.merchants, rules }));
  try {
    const profile = { ...known, events, operations: {}, baseUrl: server.url };
    const setup = { profile, depth: "quick", seed: 1, runId: "cc-way0000001" } as const;
    const tally = new Tally([], { text: (text) => text });
    const steps = new Steps(async () => openSession(setup, catalogue.requirements), {
      pins: {},
      waivers: [],
    });
    const rows = plan(catalogue, { selectors, skip: [], observing: false }, profile);
    const selected = rows.filter(({ unselected }) => !unselected);
    await run(selected, steps, { tally, signal: new AbortController().signal });
    const results = tally.judgements.map(({ result }) => result).filter((result) => "verdict" in result);
    return Object.fromEntries(
      results.map(({ requirement, verdict, reason }) => [
        requirement,
        reason ? `${verdict}: ${reason}` : verdict,
      ]),
    );
  } finally {
    await server.close();
    await close();
  }
}

test.concurrent.for([
  ["a proxy that ends TLS", byProxy],
  ["a tunnel", byTunnel],
  ["a relay", byRelay],
] as const)("deliveries by %s are judged as those that come directly", async ([, open]) => {
  const verdicts = await judged(open(), {
    rules: findMutant("retries-once-too-often").apply(conformantRules),
    waitSeconds: LONG_SECONDS,
  });
  expect(verdicts).toEqual({
    "delivery.reaches-callback-url": "passed",
    "delivery.all-at-once": "passed",
    "delivery.none-lost": "passed",
    "delivery.url-forms": "passed",
    "delivery.rewritten-url-forms": "passed",
    "delivery.follows-update": "passed",
    "delivery.own-merchant-only": "passed",
    "delivery.subscribed-only": expect.stringContaining("inapplicable: Every event type"),
    "delivery.retries": "failed",
    "delivery.goes-on-after-failures": "passed",
    "delivery.over-tls": expect.stringContaining("inapplicable: TLS ends before the receiver"),
    "delivery.host": expect.stringContaining("inapplicable: Something stands before the receiver"),
    "delivery.none-when-disabled": "passed",
    "delivery.reveals-nobody-else": "passed",
    "delivery.reveals-no-credential": "passed",
    "delivery.reveals-no-own-key": "passed",
    "delivery.keeps-to-stored-url": "passed",
    "delivery.resumes-when-enabled": "passed",
    "delivery.retries-each-event": "passed",
    "delivery.retries-the-same-event": "passed",
  });
});

test.concurrent("deliveries that do not come because the tunnel has ended fail no target", async () => {
  const verdicts = await judged(byTunnel(6), {
    waitSeconds: 0.3,
    selectors: ["delivery.reaches-callback-url", "delivery.follows-update"],
  });
  const lost = "inconclusive: The way to the receiver cannot be relied on: ";
  expect(verdicts).toEqual({
    "delivery.reaches-callback-url": `${lost}the tunnel ended with 9. A missing or repeated delivery shows nothing about the target.`,
    "delivery.follows-update": expect.stringContaining(`${lost}our own request to it did not arrive: `),
  });
});
