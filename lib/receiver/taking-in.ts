import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { TLSSocket } from "node:tls";
import type { AnswerStep } from "./answer-plan.ts";
import type { Received, ReceivedHeader } from "./arrival.ts";
import { MemoryBudget } from "./memory-budget.ts";
import { carryOut } from "./carry-out.ts";
import { GrowingBytes } from "./growing-bytes.ts";

/** What a receiver reads of a body. */
export const MAX_BODY_BYTES = 1024 * 1024;
/** Of all bodies that are being read. */
const MAX_READING_BYTES = 64 * 1024 * 1024;
const MAX_REQUEST_MS = 20_000;
const AUTHORITY = /^https?:\/\/[^/?#]*/i;

/** Who requests are handed to. */
export interface Recipient {
  /** Whether a request with that path and query is for it; of others nothing is read. */
  readonly owns: (target: string) => boolean;
  readonly receive: (request: Received) => AnswerStep;
  readonly stray: (request: Pick<Received, "method">) => AnswerStep;
}

/** Reads requests, at most 20 s each, hands them on as they were on the wire, and answers as it is told. */
export function takingIn(recipient: Recipient): RequestListener {
  const reading = new MemoryBudget(MAX_READING_BYTES);
  const take = async (request: IncomingMessage, response: ServerResponse) => {
    const target = (request.url ?? "").replace(AUTHORITY, "");
    const late = setTimeout(() => request.socket.destroy(), MAX_REQUEST_MS).unref();
    const { method = "" } = request;
    if (!recipient.owns(target)) {
      request.resume();
      request.once("close", () => clearTimeout(late));
      await carryOut(recipient.stray({ method }), response);
      return;
    }
    const { body, isCut } = await bodyOf(request, { reading });
    clearTimeout(late);
    const { socket, rawHeaders } = request;
    const tls = socket instanceof TLSSocket ? (socket.getProtocol() ?? undefined) : undefined;
    const step = recipient.receive({ method, target, headers: pairsOf(rawHeaders), body, isCut, tls });
    await carryOut(step, response);
    if (isCut) socket.destroy();
  };
  return (request, response) => {
    take(request, response).catch(() => request.socket.destroy());
  };
}

/** What of a body is read: the rest of a longer one stays unread, and of one for which no memory is left. */
export async function bodyOf(
  request: IncomingMessage,
  {
    maxBytes = MAX_BODY_BYTES,
    reading,
  }: { readonly maxBytes?: number; readonly reading?: Pick<MemoryBudget, "take" | "giveBack"> },
): Promise<{ body: Uint8Array; isCut: boolean }> {
  const bytes = new GrowingBytes(maxBytes);
  let length = 0;
  let taken = 0;
  try {
    for await (const chunk of request.iterator({ destroyOnReturn: false })) {
      if (!Buffer.isBuffer(chunk)) continue;
      length += chunk.length;
      if (reading?.take(chunk.length) === false) return { body: bytes.bytes, isCut: true };
      taken += chunk.length;
      bytes.add(chunk);
      if (length > maxBytes) break;
    }
    return { body: bytes.bytes, isCut: length > maxBytes };
  } finally {
    reading?.giveBack(taken);
  }
}

function pairsOf(raw: readonly string[]): ReceivedHeader[] {
  return raw.flatMap((name, at): ReceivedHeader[] => (at % 2 === 0 ? [[name, raw[at + 1] ?? ""]] : []));
}
