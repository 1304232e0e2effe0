import type { Agent } from "undici";
import { isLoopback } from "../../text/is-loopback.ts";
import type { OutgoingDelivery } from "./post.ts";

const TIMEOUT_MS = 10_000;

let agents: Promise<readonly [strict: Agent, lenient: Agent]> | undefined;

/** Sends a delivery over the network, path and query as they are written; who listens on loopback needs no certificate of renown. */
export async function postByUndici({
  url,
  method,
  headers,
  body,
}: OutgoingDelivery): Promise<number | undefined> {
  agents ??= opened();
  const [strict, lenient] = await agents;
  const { origin } = new URL(url);
  try {
    const answer = await (isLoopback(url) ? lenient : strict).request({
      origin,
      path: pathOf(url),
      method: method === "PUT" ? "PUT" : "POST",
      headers,
      body,
      reset: true,
      headersTimeout: TIMEOUT_MS,
      bodyTimeout: TIMEOUT_MS,
    });
    await answer.body.dump();
    return answer.statusCode;
  } catch {
    return undefined;
  }
}

async function opened(): Promise<readonly [Agent, Agent]> {
  const { Agent } = await import("undici");
  const connect = { timeout: TIMEOUT_MS };
  return [
    new Agent({ allowH2: false, connect }),
    new Agent({ allowH2: false, connect: { ...connect, rejectUnauthorized: false } }),
  ];
}

/** Path and query as they are written: a parser of URLs would write some of them otherwise. */
function pathOf(url: string): string {
  const [, path = ""] = /^[^:]+:\/\/[^/?#]*([^#]*)/.exec(url) ?? [];
  return path.startsWith("/") ? path : `/${path}`;
}
