import { createServer, type AddressInfo, type Server, type Socket } from "node:net";
import { createServer as createTlsServer, type TlsOptions } from "node:tls";

/** One request as it came over the wire. */
export interface ReceivedRequest {
  /** The bytes, read as latin1. */
  readonly text: string;
  /** Number of the connection, from 0, in the order of opening. */
  readonly connection: number;
}

export interface ScriptedServer extends AsyncDisposable {
  readonly port: number;
  readonly requests: readonly ReceivedRequest[];
  /** Connections that are open now. */
  openConnections(): number;
}

/** Says what to do with a complete request: write any bytes, destroy the socket, or nothing. */
export type Script = (socket: Socket, request: ReceivedRequest, index: number) => void;

/** A raw TCP (or TLS) server for tests, on 127.0.0.1 and a free port, that can answer with any bytes at all. */
export async function scriptedServer(
  script: Script,
  tls?: Pick<TlsOptions, "key" | "cert" | "requestCert" | "rejectUnauthorized">,
): Promise<ScriptedServer> {
  const requests: ReceivedRequest[] = [];
  const sockets = new Set<Socket>();
  let opened = 0;
  const accept = (socket: Socket) => {
    const connection = opened++;
    sockets.add(socket);
    socket.on("error", () => socket.destroy());
    socket.on("close", () => sockets.delete(socket));
    let received = "";
    socket.on("data", (bytes) => {
      received += bytes.toString("latin1");
      for (let end = endOfRequest(received); end > 0; end = endOfRequest(received)) {
        const request = { text: received.slice(0, end), connection };
        received = received.slice(end);
        script(socket, request, requests.push(request) - 1);
      }
    });
  };
  const server: Server = tls ? createTlsServer(tls, accept) : createServer(accept);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    port: portOf(server),
    requests,
    openConnections: () => sockets.size,
    async [Symbol.asyncDispose]() {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

/** A complete answer with a Content-Length. */
export function answerText(body: string, headers: readonly string[] = [], status = "200 OK"): string {
  const length = `Content-Length: ${Buffer.byteLength(body)}`;
  return [`HTTP/1.1 ${status}`, ...headers, length, "", body].join("\r\n");
}

function portOf(server: Server): number {
  const address: AddressInfo | string | null = server.address();
  if (address === null || typeof address === "string") throw new Error("Cannot tell the port: not listening");
  return address.port;
}

/** The length of the first complete request, or 0. Bodies need a Content-Length. */
function endOfRequest(received: string): number {
  const headEnd = received.indexOf("\r\n\r\n");
  if (headEnd < 0) return 0;
  const length = /^content-length: *(\d+)\r$/im.exec(received.slice(0, headEnd + 2))?.[1] ?? "0";
  const end = headEnd + 4 + Number(length);
  return end <= received.length ? end : 0;
}
