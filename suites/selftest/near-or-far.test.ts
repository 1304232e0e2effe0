import { writeFileSync } from "node:fs";
import { connect, createServer } from "node:net";
import { join } from "node:path";
import { createServer as createTlsServer } from "node:tls";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { listening } from "../../lib/cli/testing/listening.ts";
import { readResult, runBin } from "../../lib/cli/testing/run-bin.ts";
import { folderWithProfile, servedReference } from "../../lib/cli/testing/served-reference.ts";
import { temporaryFolder } from "../../lib/cli/testing/temporary-folder.ts";
import { serveRelay } from "../../lib/receiver/relay/serve-relay.ts";
import { selfSignedCertificate } from "../../lib/receiver/self-signed-certificate.ts";

/** Waited for in vain nowhere, so that a machine under load is no reason. */
const LONG_SECONDS = 20;
const HOST = "127.0.0.1";
const TUNNEL = fileURLToPath(new URL("../../lib/receiver/testing/tunnel.mjs", import.meta.url));

/** Opens a way by which deliveries come to a run, until the test ends. Returns `events.receiver` of the profile. */
type Open = () => Promise<object>;

/** By a proxy that ends TLS. */
const byProxy: Open = async () => {
  const server = createServer();
  const port = await listening(server);
  await new Promise((closed) => void server.close(closed));
  return { listen: `${HOST}:${port}`, publicUrl: await proxyTo(() => port) };
};

/** By a program that the run starts. @param endsAt the request at which it ends by itself */
const byTunnel =
  (endsAt: number): Open =>
  async () => {
    const { cert, key } = await selfSignedCertificate(HOST);
    const pem = join(temporaryFolder(), "own.pem");
    writeFileSync(pem, `${cert}\n${key}`);
    const command = [process.execPath, TUNNEL, "{port}", pem, String(endsAt)];
    return { tunnel: { command, settleSeconds: 0 } };
  };

/** By a relay, in front of which a proxy ends TLS. */
const byRelay: Open = async () => {
  let port = 0;
  const publicUrl = await proxyTo(() => port);
  const token = "token-of-the-relay-7f3a9c21";
  const order = {
    host: HOST,
    port,
    tls: "none",
    token,
    publicUrl,
    expireMs: 60_000,
    version: "1.2.3",
  } as const;
  const { url, close } = await serveRelay(order);
  onTestFinished(close);
  port = Number(new URL(url).port);
  return { relay: { url, token } };
};

/** Ends TLS, and leads to a port, which need not be known yet. */
async function proxyTo(port: () => number): Promise<string> {
  const proxy = createTlsServer(await selfSignedCertificate(HOST), (socket) => {
    const onward = connect(port(), HOST);
    socket.on("error", () => onward.destroy());
    onward.on("error", () => socket.destroy());
    socket.pipe(onward).pipe(socket);
  });
  return `https://${HOST}:${await listening(proxy)}`;
}

/** The verdicts about deliveries that come by a way, with their reasons. */
async function judged(
  open: Open,
  waitSeconds: number,
  selectors: readonly string[] = ["delivery"],
): Promise<Record<string, string>> {
  const receiver = await open();
  const url = await servedReference({ mutant: "retries-once-too-often" });
  const events = {
    receiver,
    trigger: { url: "/_events", body: { merchant: "{merchant}", eventType: "{eventType}" } },
    waitSeconds,
    absenceSeconds: 0.15,
    acknowledge: {},
    retries: { windowSeconds: waitSeconds },
  };
  const folder = folderWithProfile(url, `events: ${JSON.stringify(events)}\n`);
  const args = ["--profile", join(folder, "target.yaml"), "--depth", "quick", "--out", join(folder, "out")];
  await runBin(["run", ...selectors, ...args]);
  const { checks } = readResult(join(folder, "out"));
  const own = checks.filter(({ requirement }) => requirement.startsWith("delivery."));
  return Object.fromEntries(
    own.map(({ requirement, verdict, reason }) => [requirement, reason ? `${verdict}: ${reason}` : verdict]),
  );
}

test.for([
  ["a proxy that ends TLS", byProxy],
  ["a tunnel", byTunnel(0)],
  ["a relay", byRelay],
] as const)("deliveries by %s are judged as those that come directly", async ([, open]) => {
  const verdicts = await judged(open, LONG_SECONDS);
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

test("deliveries that do not come because the tunnel has ended fail no target", async () => {
  const ids = ["delivery.reaches-callback-url", "delivery.follows-update"];
  const verdicts = await judged(byTunnel(6), 0.3, ids);
  const lost = "inconclusive: The way to the receiver cannot be relied on: ";
  expect(verdicts).toEqual({
    "delivery.reaches-callback-url": `${lost}the tunnel ended with 9. A missing or repeated delivery shows nothing about the target.`,
    "delivery.follows-update": expect.stringContaining(`${lost}our own request to it did not arrive: `),
  });
});
