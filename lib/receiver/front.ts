import { createServer, type RequestListener } from "node:http";
import { createServer as createTlsServer } from "node:https";
import { createServer as createTcpServer, type Server, type Socket } from "node:net";
import { type ConnectionLimits, Connections } from "./connections.ts";
import type { Receiver } from "./receiver.ts";
import { selfSignedCertificate } from "./self-signed-certificate.ts";

const MAX_HEADER_BYTES = 64 * 1024;
const HEADERS_MS = 20_000;
/** Longer than any hanging answer. */
const MAX_IDLE_MS = 150_000;
/** The first byte of every TLS connection: a handshake record. */
const TLS_HANDSHAKE = 0x16;

export interface FrontOptions extends Pick<ConnectionLimits, "maxConnections"> {
  readonly host: string;
  /** 0: a free port. */
  readonly port: number;
  /** `generated`: https with a generated certificate. `none`: plain http behind a proxy that ends TLS. */
  readonly tls: "generated" | "none" | { readonly key: string; readonly cert: string };
  /** Limit per address. Not applied behind a proxy, because all connections have its address. */
  readonly maxPerAddress: number;
  /** From the start of a connection, or the end of an answer, to the end of the next headers. Default: 20 s. */
  readonly headersMs?: number;
}

/** A port of this machine that takes requests. */
export type Front = Pick<Receiver, "url" | "brokenOff" | "lapses" | "close">;

/**
 * Listens on a port of this machine.
 * @throws the error of the system
 */
export async function openFront(options: FrontOptions, listener: RequestListener): Promise<Front> {
  const { host, port, tls, maxConnections, maxPerAddress, headersMs = HEADERS_MS } = options;
  const connections = new Connections({
    maxConnections,
    maxPerAddress: tls === "none" ? maxConnections : maxPerAddress,
    headersMs,
  });
  const silent = new Set<Socket>();
  let brokenOff = 0;
  const { server, scheme, inTls } = await serverFor(options, (request, response) => {
    const { socket } = request;
    silent.delete(socket);
    if (!connections.hear(socket)) return;
    response.once("close", () => connections.answer(socket));
    listener(request, response);
  });
  inTls?.on("tlsClientError", () => (brokenOff += 1));
  inTls?.on("secureConnection", (socket: Socket) => {
    silent.add(socket);
    const below = connections.below(socket);
    // Node cannot reset a connection with TLS, but the TCP connection below it.
    if (below !== undefined) socket.resetAndDestroy = () => below.resetAndDestroy();
    socket.once("close", () => (brokenOff += silent.delete(socket) ? 1 : 0));
  });
  server.on("connection", (socket: Socket) => {
    socket.setTimeout(MAX_IDLE_MS, () => socket.destroy());
    connections.admit(socket);
  });
  const bound = await bind(server, port, host);
  return {
    brokenOff: () => brokenOff,
    lapses: connections.lapses,
    url: `${scheme}://${bracketed(host)}:${bound}`,
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      connections.close();
      await closed;
    },
  };
}

/** Also accepts unencrypted requests, because the run must report them. */
async function serverFor({ host, tls }: FrontOptions, listener: RequestListener) {
  const limits = { maxHeaderSize: MAX_HEADER_BYTES };
  const inClear = createServer(limits, listener);
  if (tls === "none") return { server: inClear, scheme: "http" };
  const { key, cert } = tls === "generated" ? await selfSignedCertificate(host) : tls;
  const inTls = createTlsServer({ ...limits, key, cert }, listener);
  return { server: eitherTongue(inTls, inClear), scheme: "https", inTls };
}

function bracketed(host: string): string {
  return host.includes(":") && !host.startsWith("[") ? `[${host}]` : host;
}

async function bind(server: Server, port: number, host: string): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host.replace(/^\[|\]$/g, ""), resolve);
  });
  const address = server.address();
  return typeof address === "object" && address !== null ? address.port : port;
}

/** One port with two servers: one for TLS, one for unencrypted connections. */
function eitherTongue(inTls: Server, inClear: Server): Server {
  return createTcpServer((socket) => {
    socket.on("error", () => socket.destroy());
    handOver(socket, inTls, inClear);
  });
}

function handOver(socket: Socket, inTls: Server, inClear: Server): void {
  const first: unknown = socket.read(1);
  if (!Buffer.isBuffer(first)) {
    socket.once("readable", () => handOver(socket, inTls, inClear));
    return;
  }
  socket.unshift(first);
  (first[0] === TLS_HANDSHAKE ? inTls : inClear).emit("connection", socket);
}
