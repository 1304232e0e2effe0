import { createSecureContext } from "node:tls";
import type { Agent } from "undici";
import { isLoopback } from "../../text/is-loopback.ts";

const CONNECT_MS = 10_000;
const USUAL_TIMEOUT_MS = 10_000;
/** The first curve of OpenSSL's own list takes longer, for each of many short connections. */
const CURVES = "X25519:prime256v1";
const MAX_ANSWER_BYTES = 128 * 1024;

/** A request to a callback URL: a delivery, or one that verifies the URL. */
export interface OutgoingRequest {
  readonly method: "GET" | "OPTIONS" | "POST" | "PUT";
  /** As it is registered. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Empty: none. */
  readonly body: string;
  /** Whether the certificate must be of a known authority, on loopback too. Default: false. */
  readonly trustedOnly?: boolean;
  /** How long its answer is waited for. Default: 10 s. */
  readonly timeoutMs?: number;
}

/** The answer of a callback URL. Names of headers are in lower case. */
export interface Reply {
  readonly status: number;
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
}

/** Sends a request to a callback URL. Undefined: no answer came in time. */
export type Post = (request: OutgoingRequest) => Promise<Reply | undefined>;

let agents: Promise<readonly [strict: Agent, lenient: Agent]> | undefined;

/** Sends a request over the network, path and query as they are written. A receiver on loopback needs no certificate of a known authority. */
export const postByUndici: Post = async ({
  url,
  method,
  headers,
  body,
  trustedOnly = false,
  timeoutMs = USUAL_TIMEOUT_MS,
}) => {
  agents ??= opened();
  const [strict, lenient] = await agents;
  try {
    const answer = await (isLoopback(url) && !trustedOnly ? lenient : strict).request({
      origin: new URL(url).origin,
      path: pathOf(url),
      method,
      headers,
      body: body === "" ? null : body,
      reset: true,
      signal: AbortSignal.timeout(timeoutMs),
    });
    return {
      status: answer.statusCode,
      headers: new Map(Object.entries(answer.headers).map(([name, value]) => [name, String(value)])),
      body: await answer.body.text(),
    };
  } catch {
    return undefined;
  }
};

async function opened(): Promise<readonly [Agent, Agent]> {
  const { Agent } = await import("undici");
  const options = { allowH2: false, maxResponseSize: MAX_ANSWER_BYTES };
  const connect = { timeout: CONNECT_MS, secureContext: createSecureContext({ ecdhCurve: CURVES }) };
  return [
    new Agent({ ...options, connect }),
    new Agent({ ...options, connect: { ...connect, rejectUnauthorized: false } }),
  ];
}

/** Path and query as they are written, but for what no request can carry: a parser of URLs would write more of them otherwise. */
function pathOf(url: string): string {
  const [, path = ""] = /^[^:]+:\/\/[^/?#]*([^#]*)/.exec(url) ?? [];
  const written = path.replaceAll(/[^\x21-\x7e]/gu, encodeURIComponent);
  return written.startsWith("/") ? written : `/${written}`;
}
