import { Lane, type LaneOptions } from "./lane.ts";
import { TransportFailure } from "./transport-failure.ts";
import {
  NEW_CONNECTION,
  REQUEST_TIMEOUT,
  type WireAnswer,
  type WireRequest,
  type Transport,
} from "./transport.ts";
import type { Route } from "./connection.ts";
import { Egress } from "./egress.ts";
import { decodeBody } from "./decode-body.ts";

export interface UndiciTransportOptions extends Omit<Route, "origin" | "egress"> {
  /** Allowed addresses. Default: the base URL only. */
  readonly egress?: Egress;
  /** Scheme, host, port and, if the target has one, a path that goes before every request path. */
  readonly baseUrl: string;
  /** From the start of an exchange, including the connection, to the last byte of the answer. */
  readonly timeoutMs: number;
  /** The largest answer body, compressed and decompressed. Default: 2 MiB. */
  readonly maxAnswerBytes?: number;
}

const DEFAULT_MAX_ANSWER_BYTES = 2 * 1024 * 1024;

/**
 * The connection to a target over the network. Sends the request as given: no default headers, no redirects, no
 * retries, and only to addresses that {@link Egress} allows. Each lane has its own connection, opened at its first use.
 * @throws {TypeError} if `baseUrl` is not an absolute URL
 */
export function undiciTransport(options: UndiciTransportOptions): Transport {
  const { baseUrl, cert: _cert, key: _key, ...anywhere } = options;
  const { maxAnswerBytes = DEFAULT_MAX_ANSWER_BYTES, egress = new Egress({ own: [baseUrl] }) } = options;
  const { origin } = new URL(baseUrl);
  const basePath = pathOf(baseUrl);
  const lanes = new Map<string, Lanes>();
  let isClosed = false;

  /** Only the target sees the client certificate. */
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

/** The path of a URL as written, without a slash at its end. */
function pathOf(url: string): string {
  const [, path = ""] = /^[^:]+:\/\/[^/?#]*([^?#]*)/.exec(url) ?? [];
  return path.replace(/\/$/, "");
}

const DEFAULT_LANE = "main";
/** Answers to one connection too many. */
const CROWDED = [429, 503];
/** A single failure may have another cause. */
const TELLING_FAILURES = 2;

/**
 * The connections to a target. Some servers serve one connection at a time, or a few: others wait until one is closed,
 * get 429 or 503, or are reset. If that happens, idle connections are closed before another one is used. Some close used connections
 * without an announcement. Then requests that are sent only once get a new one, and all do if it happens often.
 */
class Lanes {
  readonly #options: LaneOptions;
  readonly #lanes = new Map<string, Lane>();
  #isOneAtATime = false;
  #refusals = 0;
  readonly #closings = new Closings();

  constructor(options: LaneOptions) {
    this.#options = options;
  }

  async send(request: WireRequest): Promise<WireAnswer> {
    const { track = "", lane: name = DEFAULT_LANE } = request;
    const lane = this.#laneOf(`${track} ${name}`);
    if (this.#isOneAtATime) await this.#restOthers(lane);
    if (this.#wantsNewConnection(request)) await lane.rest();
    const isUsed = lane.isIdle;
    try {
      const answer = await lane.send(request);
      if (isUsed) this.#closings.note(answer.status === REQUEST_TIMEOUT);
      if (!isUsed && CROWDED.includes(answer.status)) await this.#refused(lane);
      return answer;
    } catch (error) {
      const kind = error instanceof TransportFailure ? error.kind : undefined;
      if (isUsed) this.#closings.note(kind === "reset");
      else if (kind === "reset") await this.#refused(lane);
      if (kind === "timeout" && this.#isOneOfSeveral(lane)) await this.#crowded(lane);
      throw error;
    } finally {
      const isOver = request.lane === NEW_CONNECTION || (this.#isOneAtATime && this.#isAwaited(lane));
      if (isOver) await lane.rest();
    }
  }

  async close(): Promise<void> {
    await Promise.all([...this.#lanes.values()].map(async (lane) => lane.close()));
  }

  #wantsNewConnection({ isOnce = false }: WireRequest): boolean {
    return this.#closings.areFrequent || (isOnce && this.#closings.haveOccurred);
  }

  /** Notes that a new connection beside idle ones may be one too many. */
  async #refused(lane: Lane): Promise<void> {
    if (this.#othersIdle(lane).length === 0) return;
    this.#refusals += 1;
    if (this.#refusals >= TELLING_FAILURES) await this.#crowded(lane);
    else await this.#restOthers(lane);
  }

  async #crowded(lane: Lane): Promise<void> {
    this.#isOneAtATime = true;
    await this.#restOthers(lane);
  }

  async #restOthers(lane: Lane): Promise<void> {
    await Promise.all(this.#othersIdle(lane).map(async (other) => other.rest()));
  }

  #isOneOfSeveral(lane: Lane): boolean {
    return [...this.#lanes.values()].some((other) => other !== lane && other.isOpen);
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

/** If one request in this many over used connections fails, each request gets a new connection. */
const REQUESTS_PER_CLOSING = 8;

/** How often a server has closed a used connection without an announcement, so that the next request failed. */
class Closings {
  #requests = 0;
  #closed = 0;

  /** Notes the outcome of a request over a used connection: whether the server had closed the connection before. */
  note(isClosing: boolean): void {
    this.#requests += 1;
    if (isClosing) this.#closed += 1;
  }

  /** It has happened at least once. */
  get haveOccurred(): boolean {
    return this.#closed > 0;
  }

  /** It happens so often that a used connection is not worth a try. */
  get areFrequent(): boolean {
    return this.#closed >= TELLING_FAILURES && this.#closed * REQUESTS_PER_CLOSING >= this.#requests;
  }
}
