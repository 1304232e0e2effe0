import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { connect, createServer, type Server } from "node:net";
import { once } from "node:events";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createServer as createTlsServer } from "node:tls";
import { fileURLToPath } from "node:url";
import { serveRelay } from "../../lib/receiver/relay/serve-relay.ts";
import { selfSignedCertificate } from "../../lib/receiver/self-signed-certificate.ts";

const HOST = "127.0.0.1";
const TUNNEL = fileURLToPath(new URL("../../lib/receiver/testing/tunnel.mjs", import.meta.url));

/** A way by which deliveries come to a run. */
export interface Way {
  /** `events.receiver` of the profile. */
  readonly receiver: object;
  readonly close: () => unknown;
}

/** By a proxy that ends TLS. */
export async function byProxy(): Promise<Way> {
  const port = await freePort();
  const proxy = await proxyTo(() => port);
  return { receiver: { listen: `${HOST}:${port}`, publicUrl: proxy.url }, close: () => proxy.close() };
}

/** By a program that the run starts. @param endsAt the request at which it ends by itself */
export async function byTunnel(endsAt = 0): Promise<Way> {
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
export async function byRelay(): Promise<Way> {
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
