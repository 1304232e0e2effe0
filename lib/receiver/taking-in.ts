import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { TLSSocket } from "node:tls";
import type { AnswerStep } from "./answer-plan.ts";
import type { Received, ReceivedHeader } from "./arrival.ts";
import { GrowingBytes } from "../http/growing-bytes.ts";
import { MemoryBudget } from "./memory-budget.ts";
import { setTimeout as sleep } from "node:timers/promises";

/** A hanging answer ends with the connection: when the sender gives up, or after this time. */
const MAX_HANG_MS = 120_000;

/** Sends the planned answer. A plan without an answer ends the connection. */
async function carryOut(step: AnswerStep, response: ServerResponse): Promise<void> {
  const { status, headers = {}, body = "", delayMs = 0, ending } = step;
  const { socket } = response;
  if (delayMs > 0) await sleep(delayMs, undefined, { ref: false });
  if (ending === undefined) {
    response.writeHead(status, { ...headers, "content-length": Buffer.byteLength(body) });
    response.end(body);
    return;
  }
  if (ending === "hang") await sleep(MAX_HANG_MS, undefined, { ref: false });
  if (ending === "close-within") {
    response.writeHead(status, { ...headers, "content-length": Buffer.byteLength(body) + 1 });
    await new Promise((written) => response.write(body === "" ? " " : body, written));
  }
  if (ending === "reset") socket?.resetAndDestroy();
  else socket?.destroy();
}

/** Limits of the body that a receiver reads. */
export const MAX_BODY_BYTES = 1024 * 1024;
/** Limit of all bodies that are being read. */
const MAX_READING_BYTES = 64 * 1024 * 1024;
/** Limit of a body that will not be kept. A verification has less. */
const MAX_UNKEPT_BYTES = 16 * 1024;
const MAX_REQUEST_MS = 20_000;
const AUTHORITY = /^https?:\/\/[^/?#]*/i;

/** Receives the requests. */
export interface Recipient {
  /** Whether a request with that path and query is accepted, and there is room for it. */
  readonly keeps: (target: string) => boolean;
  readonly receive: (request: Received) => AnswerStep;
}

/** Reads requests, at most 20 s each, passes them on as on the wire, and sends the returned answer. */
export function takingIn(recipient: Recipient): RequestListener {
  const reading = new MemoryBudget(MAX_READING_BYTES);
  const take = async (request: IncomingMessage, response: ServerResponse) => {
    const late = setTimeout(() => request.socket.destroy(), MAX_REQUEST_MS).unref();
    const { method = "", url = "", socket, rawHeaders } = request;
    const tls = socket instanceof TLSSocket ? (socket.getProtocol() ?? undefined) : undefined;
    const target = url.replace(AUTHORITY, "");
    const maxBytes = recipient.keeps(target) ? MAX_BODY_BYTES : MAX_UNKEPT_BYTES;
    const read = await bodyOf(request, { maxBytes, reading });
    clearTimeout(late);
    const step = recipient.receive({ method, target, headers: pairsOf(rawHeaders), ...read, tls });
    await carryOut(step, response);
    if (read.isCut) socket.destroy();
  };
  return (request, response) => {
    take(request, response).catch(() => request.socket.destroy());
  };
}

/**
 * The part of a body that is read. The rest of a longer one stays unread, also when the memory is used up. Of a body that its
 * sender does not end, it is what came.
 */
export async function bodyOf(
  request: IncomingMessage,
  { maxBytes, reading }: { readonly maxBytes: number; readonly reading?: MemoryBudget },
): Promise<Pick<Received, "body" | "isCut" | "isUnfinished">> {
  const announced = Number(request.headers["content-length"] ?? maxBytes);
  const bytes = new GrowingBytes(Math.min(announced, maxBytes));
  let taken = 0;
  try {
    for await (const chunk of request.iterator({ destroyOnReturn: false })) {
      if (!Buffer.isBuffer(chunk)) continue;
      if (!bytes.add(chunk) || reading?.take(chunk.length) === false)
        return { body: bytes.bytes, isCut: true };
      taken += chunk.length;
    }
    return { body: bytes.bytes, isCut: false };
  } catch {
    // The connection ended before the body did.
    return { body: bytes.bytes, isCut: true, isUnfinished: true };
  } finally {
    reading?.giveBack(taken);
  }
}

function pairsOf(raw: readonly string[]): ReceivedHeader[] {
  return raw.flatMap((name, at): ReceivedHeader[] => (at % 2 === 0 ? [[name, raw[at + 1] ?? ""]] : []));
}
