import { Readable } from "node:stream";
import type { Dispatcher } from "undici";
import { Connection, isExpectation, type Route } from "./connection.ts";
import { classifyFailure, deadlineFailure, protocolFailure } from "./transport-failure.ts";
import { GrowingBytes } from "./growing-bytes.ts";
import type { AnswerHead, AnswerWatch, HeaderPair, WireAnswer, WireRequest } from "./transport.ts";

/** The connection to the target, and the limits of time and size. */
export interface LaneOptions extends Route {
  readonly timeoutMs: number;
  readonly maxAnswerBytes: number;
}

const CLOSED = "Cannot finish the request: the transport is closed";

/** Requests that share one connection, one after the other. After a failure the next one opens a new connection. */
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

  /** A connection is open, or is about to be. */
  get isOpen(): boolean {
    return this.#connection !== undefined || this.isBusy;
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
      return await this.#ask(connection, request);
    } catch (error) {
      const failure = classifyFailure(error, connection.circumstances()) ?? error;
      this.#discard(failure instanceof Error ? failure : new Error(String(failure)));
      throw failure;
    }
  }

  async #ask(connection: Connection, request: WireRequest): Promise<WireAnswer> {
    const { method, path, timeoutMs = this.#options.timeoutMs } = request;
    const headers = this.#isReplayed(request) ? withLength(request) : request.headers;
    const longestMs = Math.min(timeoutMs, this.#options.timeoutMs);
    const isShort = longestMs < this.#options.timeoutMs;
    const reader = new AnswerReader(connection, request, this.#options.maxAnswerBytes);
    const timer = setTimeout(
      () => reader.fail(deadlineFailure(longestMs, connection.circumstances(), isShort)),
      longestMs,
    );
    try {
      connection.dispatcher.dispatch(
        {
          origin: this.#options.origin,
          method,
          path,
          headers: connection.headers(
            headers.filter((header) => !asksForChunks(header) && !isExpectation(header)),
          ),
          body: this.#bodyOf(request),
        },
        reader,
      );
      return await reader.answer;
    } finally {
      clearTimeout(timer);
    }
  }

  #bodyOf(request: WireRequest): Readable | Uint8Array | null {
    const { headers, body } = request;
    if (headers.some(asksForChunks)) return chunksOf(body);
    const bytes = body && body.length > 0 ? body : null;
    return this.#isReplayed(request) ? streamOf(bytes === null ? [] : [bytes]) : bytes;
  }

  /** Over HTTP/2 the client retries a request that the target refused, unless its body is a stream. */
  #isReplayed({ method }: WireRequest): boolean {
    return this.#options.allowH2 === true && method !== "GET" && method !== "HEAD";
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
  return streamOf([body.slice(0, middle), body.slice(middle)].filter(({ length }) => length > 0));
}

/** A failure of the exchange also ends its body, and is reported once. */
function streamOf(chunks: readonly Uint8Array[]): Readable {
  return Readable.from(chunks).on("error", () => undefined);
}

const FIRST_FINAL_STATUS = 200;

/** Collects an answer until it is whole, or enough of it has come. */
class AnswerReader implements Dispatcher.DispatchHandler {
  readonly #connection: Pick<Connection, "phase">;
  readonly #watch: WireRequest["watch"];
  readonly #maxBytes: number;
  readonly #outcome = Promise.withResolvers<WireAnswer>();
  readonly #body: GrowingBytes;
  #head: AnswerHead | undefined;
  #isEnough: AnswerWatch | undefined;
  #isOver = false;

  constructor(
    connection: Pick<Connection, "phase">,
    { watch }: Pick<WireRequest, "watch">,
    maxBytes: number,
  ) {
    this.#connection = connection;
    this.#watch = watch;
    this.#maxBytes = maxBytes;
    this.#body = new GrowingBytes(maxBytes);
  }

  get answer(): Promise<WireAnswer> {
    return this.#outcome.promise;
  }

  fail(reason: Error): void {
    this.#isOver = true;
    this.#outcome.reject(reason);
  }

  onRequestStart(): void {}

  onResponseStart(controller: Dispatcher.DispatchController, status: number): void {
    if (status < FIRST_FINAL_STATUS || this.#isOver) return;
    this.#connection.phase = "answering";
    this.#head = { status, headers: pairsOf(controller.rawHeaders) };
    this.#isEnough = this.#watch?.(this.#head);
    this.#endIfEnough(controller, this.#head);
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Uint8Array): void {
    if (this.#isOver || this.#head === undefined) return;
    if (this.#body.add(chunk)) this.#endIfEnough(controller, this.#head);
    else this.fail(protocolFailure(`its body is larger than ${this.#maxBytes} bytes`, "ANSWER_TOO_LARGE"));
  }

  onResponseEnd(): void {
    if (this.#head !== undefined) this.#end(this.#head);
  }

  onResponseError(_controller: unknown, error: Error): void {
    this.fail(error);
  }

  #endIfEnough(controller: Dispatcher.DispatchController, head: AnswerHead): void {
    if (this.#isEnough?.(this.#body.soFar) !== true) return;
    this.#end(head);
    queueMicrotask(() => controller.abort(new Error("Enough of the answer has come.")));
  }

  #end(head: AnswerHead): void {
    this.#isOver = true;
    this.#outcome.resolve({ ...head, body: this.#body.bytes });
  }
}

/** Pairs up a raw header list of undici: name, value, name, value. Over HTTP/2 it is an object. */
function pairsOf(raw: Dispatcher.DispatchController["rawHeaders"]): HeaderPair[] {
  if (!Array.isArray(raw))
    return Object.entries(raw ?? {}).flatMap(([name, value]) =>
      [value ?? ""].flat().map((one): HeaderPair => [name, one]),
    );
  const pairs: HeaderPair[] = [];
  for (let at = 0; at + 1 < raw.length; at += 2) pairs.push([textOf(raw[at]), textOf(raw[at + 1])]);
  return pairs;
}

function textOf(bytes: string | Buffer | undefined): string {
  return typeof bytes === "object" ? bytes.toString("latin1") : (bytes ?? "");
}
