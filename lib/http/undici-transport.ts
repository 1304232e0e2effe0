import { Lane, type LaneOptions } from "./lane.ts";
import { TransportFailure } from "./transport-failure.ts";
import type { WireAnswer, WireRequest, Transport } from "./transport.ts";
import type { Route } from "./connection.ts";
import { Egress } from "./egress.ts";
import { decodeBody } from "./decode-body.ts";

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

const DEFAULT_LANE = "main";
const UNAVAILABLE = 503;
/** Once it may be short of something else. */
const TELLING_REFUSALS = 2;

/**
 * The connections to a target. Some servers take one at a time: others wait until it is closed, or are answered 503.
 * Where that shows, the idle ones are closed before another is used.
 */
class Lanes {
  readonly #options: LaneOptions;
  readonly #lanes = new Map<string, Lane>();
  #isOneAtATime = false;
  #refusals = 0;

  constructor(options: LaneOptions) {
    this.#options = options;
  }

  /** @throws {TransportFailure} */
  async send(request: WireRequest): Promise<WireAnswer> {
    const lane = this.#laneOf(request.lane ?? DEFAULT_LANE);
    if (this.#isOneAtATime) await this.#restOthers(lane);
    try {
      const answer = await lane.send(request);
      if (answer.status === UNAVAILABLE && this.#othersIdle(lane).length > 0) await this.#refused(lane);
      return answer;
    } catch (error) {
      if (isTimeout(error) && this.#othersIdle(lane).length > 0) await this.#crowded(lane);
      throw error;
    } finally {
      if (this.#isOneAtATime && this.#isAwaited(lane)) await lane.rest();
    }
  }

  async close(): Promise<void> {
    await Promise.all([...this.#lanes.values()].map(async (lane) => lane.close()));
  }

  async #refused(lane: Lane): Promise<void> {
    this.#refusals += 1;
    if (this.#refusals >= TELLING_REFUSALS) await this.#crowded(lane);
    else await this.#restOthers(lane);
  }

  async #crowded(lane: Lane): Promise<void> {
    this.#isOneAtATime = true;
    await this.#restOthers(lane);
  }

  async #restOthers(lane: Lane): Promise<void> {
    await Promise.all(this.#othersIdle(lane).map(async (other) => other.rest()));
  }

  #othersIdle(lane: Lane): readonly Lane[] {
    return [...this.#lanes.values()].filter((other) => other !== lane && other.isIdle);
  }

  /** Whether requests of other lanes wait for this one's connection. */
  #isAwaited(lane: Lane): boolean {
    return [...this.#lanes.values()].some((other) => other !== lane && other.isBusy);
  }

  #laneOf(name: string): Lane {
    const lane = this.#lanes.get(name) ?? new Lane(this.#options);
    this.#lanes.set(name, lane);
    return lane;
  }
}

function isTimeout(error: unknown): boolean {
  return error instanceof TransportFailure && error.kind === "timeout";
}
