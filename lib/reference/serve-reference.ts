import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo, Server, Socket } from "node:net";
import type { Reference } from "./reference.ts";
import { selfSignedCertificate } from "../receiver/self-signed-certificate.ts";
import { LongBodyError, toRequest } from "./to-request.ts";
import { writeResponse } from "./write-response.ts";

export interface ServeOptions {
  /** Default: 0, any free port. */
  readonly port?: number;
  /** Default: 127.0.0.1. */
  readonly host?: string;
  /** Default: false. */
  readonly https?: boolean;
}

export interface RunningReference {
  readonly url: string;
  /** PEM of the certificate to trust; only with https. */
  readonly certificate?: string;
  /** Breaks open connections off. */
  close(): Promise<void>;
}

/**
 * Serves a reference on a port.
 *
 * @throws the error of the system when the port is taken.
 */
export async function serveReference(
  reference: Reference,
  { port = 0, host = "127.0.0.1", https = false }: ServeOptions = {},
): Promise<RunningReference> {
  const certificate = https ? await selfSignedCertificate(host) : undefined;
  const listener = listenerOf(reference, https ? "https" : "http");
  const server =
    certificate === undefined
      ? createServer(listener)
      : createTlsServer({ key: certificate.key, cert: certificate.cert }, listener);
  const bound = await listen(server, port, host);
  const authority = `${host.includes(":") ? `[${host}]` : host}:${bound}`;
  return {
    url: `${https ? "https" : "http"}://${authority}`,
    ...(certificate && { certificate: certificate.cert }),
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}

/** Answers requests as a reference does. `write` writes each answer. */
export function listenerOf(
  reference: Reference,
  scheme: "http" | "https",
  write: typeof writeResponse = writeResponse,
): RequestListener {
  const connectionIds = new WeakMap<Socket, string>();
  let connections = 0;
  const connectionOf = (socket: Socket) => {
    const id = connectionIds.get(socket) ?? `socket-${(connections += 1)}`;
    connectionIds.set(socket, id);
    return id;
  };
  const handle = async (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const arrival = {
      connection: connectionOf(incoming.socket),
      target: targetOf(incoming),
      origin: `${scheme}://${incoming.headers.host ?? "127.0.0.1"}`,
      headerNames: incoming.rawHeaders.filter((_text, index) => index % 2 === 0),
    };
    const response = await reference.fetch(await toRequest(incoming), arrival);
    await write(response, outgoing, reference.choices);
  };
  return (incoming, outgoing) => {
    handle(incoming, outgoing).catch((error: unknown) => {
      if (error instanceof LongBodyError) outgoing.writeHead(413, { connection: "close" }).end();
      else incoming.socket.destroy();
    });
  };
}

/** Path and query; the absolute form of a request target names the server too. */
function targetOf({ url = "/" }: IncomingMessage): string {
  return url.replace(/^https?:\/\/[^/?#]*/i, "");
}

async function listen(server: Server, port: number, host: string): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, resolve);
  });
  const address: AddressInfo | string | null = server.address();
  return typeof address === "object" && address !== null ? address.port : port;
}
