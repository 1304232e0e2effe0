import type { IncomingMessage } from "node:http";

/** Methods that the class Request refuses; they are no operations of the API either way. */
const FORBIDDEN_METHODS = ["CONNECT", "TRACE", "TRACK"];

/** A request of node as one of the web. Its host is a made-up one, so that no Host header can break it. */
export async function toRequest(incoming: IncomingMessage): Promise<Request> {
  const { method = "GET", url = "/" } = incoming;
  const headers = new Headers();
  for (const [name, values] of Object.entries(incoming.headersDistinct)) {
    for (const value of values ?? []) headers.append(name, value);
  }
  const body = Buffer.concat(await incoming.toArray());
  const path = url.startsWith("/") ? url : new URL(url, "http://reference.invalid").pathname;
  return new Request(`http://reference.invalid${path}`, {
    method: FORBIDDEN_METHODS.includes(method) ? `X-${method}` : method,
    headers,
    ...(method !== "GET" && method !== "HEAD" && body.length > 0 && { body }),
  });
}
