import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { Server, Socket } from "node:net";
import { TLSSocket } from "node:tls";
import type { AnswerStep } from "./answer-plan.ts";
import type { ReceivedHeader } from "./arrival.ts";
import { carryOut } from "./carry-out.ts";
import { Desk } from "./desk.ts";
import { eitherTongue } from "./either-tongue.ts";
import type { Receiver } from "./receiver.ts";
import { selfSignedCertificate } from "./self-signed-certificate.ts";

/** What a receiver reads of a body. */
export const MAX_BODY_BYTES = 1024 * 1024;
const MAX_HEADER_BYTES = 64 * 1024;
const MAX_CONNECTIONS = 64;
const MAX_REQUEST_MS = 20_000;
/** Longer than any answer hangs. */
const MAX_IDLE_MS = 150_000;

export interface ListenOptions {
  readonly host: string;
  /** 0: one that is free. */
  readonly port: number;
  /** `generated`: https with a certificate of its own; `none`: plain http, where TLS ends before it. */
  readonly tls: "generated" | "none" | { readonly key: string; readonly cert: string };
  /** Under which a sender reaches it; null: where it listens. */
  readonly publicUrl?: string | null;
  /** What a request without a plan is answered. */
  readonly acknowledge?: AnswerStep;
}

/**
 * Receives on a port of this machine: at most 64 connections, 64 KiB of headers and 1 MiB of a body, 20 s for a request.
 * @throws the error of the system when it cannot listen there
 */
export async function listen(options: ListenOptions): Promise<Receiver> {
  const { host, port, publicUrl = null, acknowledge } = options;
  const desk = new Desk({
    now: Date.now,
    ticks: () => performance.now(),
    ...(acknowledge && { acknowledge }),
  });
  const { server, scheme } = await serverFor(options, listenerAt(desk));
  const connections = new Set<Socket>();
  server.on("connection", (socket: Socket) => {
    connections.add(socket);
    socket.setTimeout(MAX_IDLE_MS, () => socket.destroy());
    socket.once("close", () => connections.delete(socket));
  });
  server.maxConnections = MAX_CONNECTIONS;
  const bound = await bind(server, port, host);
  return {
    url: publicUrl?.replace(/\/+$/, "") ?? `${scheme}://${bracketed(host)}:${bound}`,
    endsTls: scheme === "https",
    get arrivals() {
      return desk.arrivals;
    },
    lapses: [],
    plan: async (token, steps) => desk.plan(token, steps),
    catchUp: async () => undefined,
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const socket of connections) socket.destroy();
      await closed;
    },
  };
}

/** Where TLS ends at the receiver, it hears who speaks in clear too: that is to be told. */
async function serverFor({ host, tls }: ListenOptions, listener: RequestListener) {
  const limits = { maxHeaderSize: MAX_HEADER_BYTES };
  const inClear = createServer(limits, listener);
  if (tls === "none") return { server: inClear, scheme: "http" };
  const { key, cert } = tls === "generated" ? await selfSignedCertificate(host) : tls;
  const inTls = createTlsServer({ ...limits, key, cert }, listener);
  return { server: eitherTongue(inTls, inClear), scheme: "https" };
}

function listenerAt(desk: Desk): RequestListener {
  const take = async (request: IncomingMessage, response: ServerResponse) => {
    const late = setTimeout(() => request.socket.destroy(), MAX_REQUEST_MS).unref();
    const { body, isCut } = await bodyOf(request);
    clearTimeout(late);
    const step = desk.receive({
      method: request.method ?? "",
      target: request.url ?? "",
      headers: pairsOf(request.rawHeaders),
      body,
      isCut,
      tls: request.socket instanceof TLSSocket ? (request.socket.getProtocol() ?? undefined) : undefined,
    });
    await carryOut(step, response);
    if (isCut) request.socket.destroy();
  };
  return (request, response) => {
    take(request, response).catch(() => request.socket.destroy());
  };
}

/** What of a body is read: the rest of a longer one stays unread. */
async function bodyOf(request: IncomingMessage): Promise<{ body: Uint8Array; isCut: boolean }> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    if (!Buffer.isBuffer(chunk)) continue;
    chunks.push(chunk);
    length += chunk.length;
    if (length > MAX_BODY_BYTES) break;
  }
  return { body: Buffer.concat(chunks).subarray(0, MAX_BODY_BYTES), isCut: length > MAX_BODY_BYTES };
}

function pairsOf(raw: readonly string[]): ReceivedHeader[] {
  return raw.flatMap((name, at): ReceivedHeader[] => (at % 2 === 0 ? [[name, raw[at + 1] ?? ""]] : []));
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
