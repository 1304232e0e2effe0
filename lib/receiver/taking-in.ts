import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { TLSSocket } from "node:tls";
import type { AnswerStep } from "./answer-plan.ts";
import type { Received, ReceivedHeader } from "./arrival.ts";
import { carryOut } from "./carry-out.ts";

/** What a receiver reads of a body. */
export const MAX_BODY_BYTES = 1024 * 1024;
const MAX_REQUEST_MS = 20_000;

/** Reads requests, at most 20 s each, hands them on as they were on the wire, and answers as it is told. */
export function takingIn(receive: (request: Received) => AnswerStep): RequestListener {
  const take = async (request: IncomingMessage, response: ServerResponse) => {
    const late = setTimeout(() => request.socket.destroy(), MAX_REQUEST_MS).unref();
    const { body, isCut } = await bodyOf(request);
    clearTimeout(late);
    const step = receive({
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
export async function bodyOf(
  request: IncomingMessage,
  maxBytes = MAX_BODY_BYTES,
): Promise<{ body: Uint8Array; isCut: boolean }> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    if (!Buffer.isBuffer(chunk)) continue;
    chunks.push(chunk);
    length += chunk.length;
    if (length > maxBytes) break;
  }
  return { body: Buffer.concat(chunks).subarray(0, maxBytes), isCut: length > maxBytes };
}

function pairsOf(raw: readonly string[]): ReceivedHeader[] {
  return raw.flatMap((name, at): ReceivedHeader[] => (at % 2 === 0 ? [[name, raw[at + 1] ?? ""]] : []));
}
