import { decodeBody } from "../../lib/http/decode-body.ts";
import { GrowingBytes } from "../../lib/http/growing-bytes.ts";
import {
  type AnswerWatch,
  NEW_CONNECTION,
  type Transport,
  type WireRequest,
} from "../../lib/http/transport.ts";
import { TransportFailure } from "../../lib/http/transport-failure.ts";
import type { Reference } from "../../lib/reference/reference.ts";

const MAX_ANSWER_BYTES = 2 ** 21;
const ORIGIN = "http://reference.invalid";

/** The way to a reference without a socket: each lane counts as a connection. */
export function inProcessTransport(reference: Reference): Transport {
  let opened = 0;
  const connectionOf = ({ lane = "main", track = "" }: WireRequest) =>
    lane === NEW_CONNECTION ? `${lane}-${(opened += 1)}` : `${track} ${lane}`;
  return {
    async send(wanted: WireRequest) {
      const { method, path, headers, body, origin, watch } = wanted;
      const request = new Request(`${origin ?? ORIGIN}${path}`, {
        method,
        headers: headers.map(([name, value]): [string, string] => [name, value]),
        ...(body === undefined ? {} : { body: Uint8Array.from(body) }),
      });
      if (body === undefined) request.headers.delete("content-type");
      if (wanted.withoutLength !== true) request.headers.set("content-length", String(body?.length ?? 0));
      const response = await reference.fetch(request, {
        connection: connectionOf(wanted),
        target: path,
        headerNames: headers.map(([name]) => name),
        ...(origin !== undefined && { origin }),
      });
      if (response.type === "error") {
        const facts = { kind: "reset", code: "ECONNRESET", applied: "unknown" } as const;
        throw new TransportFailure("The connection broke off.", facts);
      }
      const answered = [...response.headers];
      const head = { status: response.status, headers: answered };
      const bytes = await readBody(response, watch?.(head));
      const decoded = decodeBody(answered, bytes, MAX_ANSWER_BYTES);
      return { status: response.status, headers: answered, body: decoded };
    },
    close: async () => undefined,
  };
}

async function readBody(response: Response, isEnough: AnswerWatch = () => false): Promise<Uint8Array> {
  const reader = response.body?.getReader();
  const bytes = new GrowingBytes(MAX_ANSWER_BYTES);
  while (!isEnough(bytes.soFar)) {
    const part = await reader?.read();
    if (part?.value === undefined) return bytes.bytes;
    bytes.add(part.value);
  }
  await reader?.cancel();
  return bytes.bytes;
}
