import { Readable } from "node:stream";
import { Connection, isExpectation, type Route } from "./connection.ts";
import { classifyFailure, deadlineFailure, protocolFailure } from "./transport-failure.ts";
import type { HeaderPair, WireAnswer, WireRequest } from "./transport.ts";

/** The connection to the target, and the limits of time and size. */
export interface LaneOptions extends Route {
  readonly timeoutMs: number;
  readonly maxAnswerBytes: number;
}

const CLOSED = "Cannot finish the request: the transport is closed";

/**
 * Requests that share one connection, one after the other. After a failure the next one opens a new
 * connection.
 */
export class Lane {
  readonly #options: LaneOptions;
  #connection: Connection | undefined;
  #lastTurn: Promise<unknown> = Promise.resolve();
  #isClosed = false;
  #underWay = 0;
  #closing: Promise<unknown> = Promise.resolve();

  constructor(options: LaneOptions) {
    this.#options = options;
  }

  /**
   * Sends when all earlier requests of this lane are done; the deadline starts then.
   *
   * @throws {TransportFailure}
   */
  send(request: WireRequest): Promise<WireAnswer> {
    this.#underWay += 1;
    const turn = this.#lastTurn
      .then(() => this.#exchange(request))
      .finally(() => {
        this.#underWay -= 1;
      });
    this.#lastTurn = turn.catch(() => undefined);
    return turn;
  }

  /** A request is open, or waits for its turn. */
  get isBusy(): boolean {
    return this.#underWay > 0;
  }

  /** A connection is open without a request. */
  get isIdle(): boolean {
    return this.#connection !== undefined && !this.isBusy;
  }

  /** Closes an idle connection; the next request opens a new one. */
  async rest(): Promise<void> {
    if (this.isIdle) this.#discard(new Error("The connection was idle, and another one is wanted."));
    await this.#closing;
  }

  /** Ends the open exchange with an error, and resolves when all sockets are closed. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#discard(new Error(CLOSED));
    await this.#closing;
  }

  async #exchange(request: WireRequest): Promise<WireAnswer> {
    if (this.#isClosed) throw new Error(CLOSED);
    const connection = (this.#connection ??= new Connection(this.#options));
    connection.begin(request);
    try {
      return await this.#withDeadline(connection, this.#ask(connection, request), request.timeoutMs);
    } catch (error) {
      const failure = classifyFailure(error, connection.circumstances()) ?? error;
      this.#discard(failure instanceof Error ? failure : new Error(String(failure)));
      throw failure;
    }
  }

  async #ask(connection: Connection, request: WireRequest): Promise<WireAnswer> {
    const { method, path, isEnough } = request;
    const headers = this.#isReplayed(request) ? withLength(request) : request.headers;
    const response = await connection.dispatcher.request({
      origin: this.#options.origin,
      method,
      path,
      headers: connection.headers(
        headers.filter((header) => !asksForChunks(header) && !isExpectation(header)),
      ),
      body: this.#bodyOf(request),
      responseHeaders: "raw",
    });
    connection.phase = "answering";
    const head = { status: response.statusCode, headers: pairsOf(response.headers) };
    const enough = isEnough && ((soFar: Uint8Array) => isEnough({ ...head, body: soFar }));
    const bytes = await readBody(response.body, this.#options.maxAnswerBytes, enough);
    return { ...head, body: bytes };
  }

  #bodyOf(request: WireRequest): Readable | Uint8Array | null {
    const { headers, body } = request;
    if (headers.some(asksForChunks)) return chunksOf(body);
    const bytes = body && body.length > 0 ? body : null;
    return this.#isReplayed(request) ? Readable.from(bytes === null ? [] : [bytes]) : bytes;
  }

  /** Over HTTP/2 the client retries a request that the target refused, unless its body is a stream. */
  #isReplayed({ method }: WireRequest): boolean {
    return this.#options.allowH2 === true && method !== "GET" && method !== "HEAD";
  }

  async #withDeadline(
    connection: Connection,
    answer: Promise<WireAnswer>,
    longest = this.#options.timeoutMs,
  ): Promise<WireAnswer> {
    const timeoutMs = Math.min(longest, this.#options.timeoutMs);
    const expired = Promise.withResolvers<never>();
    const timer = setTimeout(
      () => expired.reject(deadlineFailure(timeoutMs, connection.circumstances())),
      timeoutMs,
    );
    try {
      return await Promise.race([answer, expired.promise]);
    } finally {
      clearTimeout(timer);
    }
  }

  #discard(reason: Error): void {
    const connection = this.#connection;
    this.#connection = undefined;
    if (connection) this.#closing = Promise.all([this.#closing, connection.destroy(reason)]);
  }
}

/** The client does not know the length of a stream. */
function withLength({ headers, body }: WireRequest): readonly HeaderPair[] {
  const isFramed = headers.some(([name]) => /^(?:content-length|transfer-encoding)$/i.test(name));
  return isFramed ? headers : [...headers, ["Content-Length", String(body?.length ?? 0)]];
}

/** The client writes this header itself, before a body whose length it does not know. */
function asksForChunks([name]: HeaderPair): boolean {
  return name.toLowerCase() === "transfer-encoding";
}

function chunksOf(body: Uint8Array = new Uint8Array()): Readable {
  const middle = Math.ceil(body.length / 2);
  return Readable.from([body.slice(0, middle), body.slice(middle)].filter(({ length }) => length > 0));
}

async function readBody(
  body: Readable,
  maxBytes: number,
  isEnough?: (soFar: Uint8Array) => boolean,
): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  if (isEnough?.(Buffer.alloc(0)) === true) {
    body.once("error", () => undefined).destroy();
    return Buffer.alloc(0);
  }
  const parts: AsyncIterable<Uint8Array> = body;
  for await (const chunk of parts) {
    size += chunk.length;
    if (size > maxBytes)
      throw protocolFailure(`its body is larger than ${maxBytes} bytes`, "ANSWER_TOO_LARGE");
    chunks.push(chunk);
    if (isEnough?.(Buffer.concat(chunks)) === true) break;
  }
  return Buffer.concat(chunks);
}

/** Pairs up undici's raw header list: name, value, name, value. */
function pairsOf(raw: unknown): HeaderPair[] {
  const list = Array.isArray(raw) ? raw.map(String) : [];
  const names = list.filter((_, index) => index % 2 === 0);
  return names.map((name, index) => [name, list[2 * index + 1] ?? ""]);
}
