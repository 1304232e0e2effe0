import type { IncomingMessage } from "node:http";
import { GrowingBytes } from "../http/growing-bytes.ts";
import type { ReferenceRequest } from "./responder.ts";

/** Methods that the class Request refuses; they are no operations of the API either way. */
const FORBIDDEN_METHODS = ["CONNECT", "TRACE", "TRACK"];
const MAX_BODY_BYTES = 1024 * 1024;

/** The body of a request is longer than the reference reads. */
export class LongBodyError extends Error {
  override readonly name = "LongBodyError";

  constructor() {
    super(`Cannot read a request: its body is longer than ${MAX_BODY_BYTES} bytes`);
  }
}

/**
 * A request of node, read as one of the web is: making one of those takes longer than to answer it. Its host is a made-up one,
 * so that no Host header can break it.
 * @throws {LongBodyError}
 */
export async function toRequest(incoming: IncomingMessage): Promise<ReferenceRequest> {
  const { method = "GET", url = "/" } = incoming;
  const headers = new Headers();
  for (const [name, values] of Object.entries(incoming.headersDistinct)) {
    for (const value of values ?? []) headers.append(name, value);
  }
  const sent = await bytesOf(incoming);
  const body = method === "GET" || method === "HEAD" ? Buffer.alloc(0) : sent;
  const path = url.startsWith("/") ? url : new URL(url, "http://reference.invalid").pathname;
  const text = () => new TextDecoder().decode(body);
  const request: ReferenceRequest = {
    method: FORBIDDEN_METHODS.includes(method) ? `X-${method}` : method,
    url: `http://reference.invalid${path}`,
    headers,
    arrayBuffer: async () => Uint8Array.from(body).buffer,
    text: async () => text(),
    json: async (): Promise<unknown> => JSON.parse(text()),
    clone: () => request,
  };
  return request;
}

/** Listens to the stream itself: an iterator over it costs as much as the rest. */
async function bytesOf(incoming: IncomingMessage): Promise<Uint8Array> {
  const { promise, resolve, reject } = Promise.withResolvers<Uint8Array>();
  const bytes = new GrowingBytes(MAX_BODY_BYTES);
  incoming.on("data", (chunk: Buffer) => {
    if (bytes.add(chunk)) return;
    incoming.pause();
    reject(new LongBodyError());
  });
  incoming.once("end", () => resolve(bytes.bytes));
  incoming.once("error", reject);
  return promise;
}
