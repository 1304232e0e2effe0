import type { Route } from "./connection.ts";
import { Egress } from "./egress.ts";
import { decodeBody } from "./decode-body.ts";
import { Lanes } from "./lanes.ts";
import type { Transport } from "./transport.ts";

export interface UndiciTransportOptions extends Omit<Route, "origin" | "egress"> {
  /** Where requests may go. Default: to the base URL alone. */
  readonly egress?: Egress;
  /** Scheme, host, port and, if the target has one, a path that goes before every request path. */
  readonly baseUrl: string;
  /** From the start of an exchange, connecting included, to the last byte of the answer. */
  readonly timeoutMs: number;
  /** The largest answer body, compressed and decompressed. Default: 2 MiB. */
  readonly maxAnswerBytes?: number;
}

const DEFAULT_MAX_ANSWER_BYTES = 2 * 1024 * 1024;

/**
 * The way to a target over the network. Sends the request as given: no default headers, no redirects, no
 * retries, and nothing where {@link Egress} does not let it. Each lane has a connection of its own, opened when first used.
 *
 * @throws {TypeError} when `baseUrl` is no absolute URL.
 */
export function undiciTransport(options: UndiciTransportOptions): Transport {
  const { baseUrl, cert: _cert, key: _key, ...anywhere } = options;
  const { maxAnswerBytes = DEFAULT_MAX_ANSWER_BYTES, egress = new Egress({ own: [baseUrl] }) } = options;
  const { origin } = new URL(baseUrl);
  const basePath = pathOf(baseUrl);
  const lanes = new Map<string, Lanes>();
  let isClosed = false;

  /** The client certificate is shown to the target alone. */
  function lanesTo(server: string): Lanes {
    const route = { ...(server === origin ? options : anywhere), origin: server, egress, maxAnswerBytes };
    const some = lanes.get(server) ?? new Lanes(route);
    lanes.set(server, some);
    return some;
  }

  return {
    async send(request) {
      if (isClosed) throw new Error("Cannot send a request: the transport is closed");
      const { origin: elsewhere, path } = request;
      const answer = await lanesTo(elsewhere ?? origin).send(
        elsewhere === undefined ? { ...request, path: basePath + path } : request,
      );
      return { ...answer, body: decodeBody(answer.headers, answer.body, maxAnswerBytes) };
    },
    async close() {
      isClosed = true;
      await Promise.all([...lanes.values()].map(async (some) => some.close()));
    },
  };
}

/** The path of a URL as it is written, without a slash at its end. */
function pathOf(url: string): string {
  const [, path = ""] = /^[^:]+:\/\/[^/?#]*([^?#]*)/.exec(url) ?? [];
  return path.replace(/\/$/, "");
}
