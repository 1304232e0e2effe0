import type { RequestCounts } from "../result.ts";
import { BudgetError, InconclusiveError, Violation } from "../verdict.ts";
import { type Answer, readAnswer } from "./answer.ts";
import type { Authenticator } from "./authenticator.ts";
import type { Draft } from "./draft.ts";
import { isGatewayFailure, isThrottled, retryAfterMs } from "./infrastructure.ts";
import { Pace } from "./pace.ts";
import { Patience } from "./patience.ts";
import type { RateLimiter } from "./rate-limiter.ts";
import type { Recorder } from "./recorder.ts";
import type { Transport, WireAnswer, WireRequest } from "./transport.ts";
import { TransportFailure } from "./transport-failure.ts";

export interface SenderOptions {
  readonly transport: Transport;
  readonly limiter: RateLimiter;
  readonly recorder: Recorder;
  /** Path of the base URL, without a slash at its end; it is signed with the rest. */
  readonly basePath: string;
  /** How often a request is sent again after a failure of the network. */
  readonly retries: number;
  readonly maxRequests: number;
  /** So many requests in a row that got no answer, however often they were sent, are the last. */
  readonly maxWithoutAnswer: number;
  /** When the run's time is up, in milliseconds since 1970. */
  readonly deadlineAt: number;
  readonly sleep: (ms: number) => Promise<void>;
  /** Milliseconds since 1970. Default: the clock of this machine. */
  readonly now?: () => number;
  /** Is told of every request that went out, and what came of it. */
  readonly attempted?: ((attempt: SentRequest) => void) | undefined;
}

/** A request that went out, and what came of it. */
export interface SentRequest {
  readonly draft: Draft;
  readonly request: WireRequest;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  readonly outcome: WireAnswer | TransportFailure;
}

/** How the reason begins that everything has which was not sent, after the target could not be reached any more. */
export const SENDS_NOTHING_MORE = "The run sends nothing more";

const USER_AGENT = "card-issuing-conformance";
const FIRST_PAUSE_MS = 100;

/** Sends requests within the limits of the profile, and sends them again when the network failed, never when the target answered. */
export class Sender {
  readonly counts: RequestCounts = { sent: 0, retried: 0, rateLimited: 0 };
  readonly #options: SenderOptions;
  readonly #now: () => number;
  readonly #underWay = new Set<Promise<unknown>>();
  readonly #stopped = Promise.withResolvers<void>();
  #isStopped = false;
  #withoutAnswer = 0;
  #lastObstacle = "";
  readonly #pace: Pace;

  constructor(options: SenderOptions) {
    this.#options = options;
    this.#now = options.now ?? Date.now;
    this.#pace = new Pace(options.limiter);
  }

  get recorder(): Recorder {
    return this.#options.recorder;
  }

  /** Sends nothing more, and resolves when every request that is under way has been answered, or has failed. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#stopped.resolve();
    await Promise.allSettled(this.#underWay);
  }

  /**
   * @throws {InconclusiveError} when the network, a limit or the budget stands between the request and a judgement.
   * @throws {Violation} when what comes back is, time after time, no HTTP answer.
   */
  async send(caller: string, auth: Authenticator, draft: Draft): Promise<Answer> {
    let failures = 0;
    let repeated = false;
    const patience = new Patience();
    for (;;) {
      const outcome = await this.#attempt(caller, auth, draft, repeated);
      if (outcome.kind === "answer") return outcome.answer;
      repeated ||= outcome.mayBeApplied;
      if (outcome.kind === "throttled") {
        if (!isImposture(draft)) this.#pace.throttled(outcome.sent, this.counts.sent);
        await this.#waitOut(patience, outcome.pauseMs);
        continue;
      }
      failures += 1;
      this.#giveUpAfter(failures, draft, outcome);
      this.counts.retried += 1;
      await this.#pause(FIRST_PAUSE_MS * 2 ** (failures - 1));
    }
  }

  async #attempt(caller: string, auth: Authenticator, draft: Draft, repeated: boolean): Promise<Attempt> {
    this.#checkBudget();
    await this.#options.limiter.take();
    const request = await this.#wireRequest(auth, draft);
    this.#checkBudget();
    const { recorder, attempted } = this.#options;
    const startedAt = this.#now();
    try {
      const sent = (this.counts.sent += 1);
      const answer = await this.#exchange(request);
      const exchange = recorder.record(caller, draft, request, startedAt, { answer });
      attempted?.({ draft, request, startedAt, outcome: answer });
      const mayBeApplied = isGatewayFailure(answer);
      if (isThrottled(answer))
        return { kind: "throttled", pauseMs: retryAfterMs(answer, this.#now()), sent, mayBeApplied };
      if (mayBeApplied)
        return { kind: "failed", what: `HTTP ${answer.status} without an envelope`, exchange, mayBeApplied };
      this.#withoutAnswer = 0;
      this.#pace.answered(this.counts.sent);
      return { kind: "answer", answer: readAnswer({ draft, request, wire: answer, exchange, repeated }) };
    } catch (error) {
      if (!(error instanceof TransportFailure)) throw error;
      const exchange = recorder.record(caller, draft, request, startedAt, { failure: error.message });
      attempted?.({ draft, request, startedAt, outcome: error });
      const { message: what, kind, applied } = error;
      return {
        kind: "failed",
        what,
        exchange,
        mayBeApplied: applied === "unknown",
        protocol: kind === "protocol",
      };
    }
  }

  async #exchange(request: WireRequest): Promise<WireAnswer> {
    const exchange = this.#options.transport.send(request);
    this.#underWay.add(exchange);
    try {
      return await exchange;
    } finally {
      this.#underWay.delete(exchange);
    }
  }

  async #wireRequest(auth: Authenticator, draft: Draft): Promise<WireRequest> {
    const path = draft.query === undefined ? draft.path : `${draft.path}?${draft.query}`;
    const { headers, traits, due } = await auth.credentials(draft, `${this.#options.basePath}${path}`);
    return {
      method: draft.method,
      path,
      headers: [
        ["Accept", "application/json"],
        ["User-Agent", USER_AGENT],
        ...(draft.contentType === undefined ? [] : [["Content-Type", draft.contentType] as const]),
        ...headers,
        ...(draft.headers ?? []),
      ],
      credentials: traits,
      ...(due === undefined ? {} : { due }),
      ...(draft.body === undefined ? {} : { body: draft.body }),
      ...(draft.lane === undefined ? {} : { lane: draft.lane }),
    };
  }

  #checkBudget(): void {
    const { maxRequests, maxWithoutAnswer, deadlineAt } = this.#options;
    if (this.#isStopped) throw new InconclusiveError("The run was ended before this was answered.");
    if (this.counts.sent >= maxRequests) {
      throw new BudgetError("The budget of requests is used up; raise --max-requests (limits.maxRequests).");
    }
    if (this.#now() >= deadlineAt)
      throw new BudgetError("The time of the run is up; raise --max-time (limits.maxTimeSeconds).");
    if (this.#withoutAnswer >= maxWithoutAnswer) {
      throw new InconclusiveError(
        `${SENDS_NOTHING_MORE}: ${this.#withoutAnswer} requests in a row got no answer, however often they were sent. The last time: ${this.#lastObstacle}`,
      );
    }
  }

  #giveUpAfter(failures: number, draft: Draft, { what, exchange, protocol }: Failed): void {
    if (draft.once !== true && failures <= this.#options.retries) return;
    if (draft.once !== true) this.#stuck(what);
    if (protocol === true && draft.once !== true) {
      throw new Violation(
        { expected: "an HTTP answer", actual: `none. ${what}`, exchange },
        "envelope.json-object",
      );
    }
    const attempts = failures === 1 ? "1 attempt" : `${failures} attempts (limits.retries ${failures - 1})`;
    throw new InconclusiveError(`No answer to ${draft.label} after ${attempts}: ${what}`);
  }

  async #waitOut(patience: Patience, asked: number | undefined): Promise<void> {
    this.counts.rateLimited += 1;
    const pauseMs = patience.pauseMs(asked);
    if (pauseMs === undefined) {
      const what = `The target asks to come back later, again and again or in a long time: ${patience.summary}. Lower limits.requestsPerSecond, or wait.`;
      this.#stuck(what);
      throw new InconclusiveError(what);
    }
    if (this.#now() + pauseMs > this.#options.deadlineAt) {
      throw new BudgetError(
        `The target asks to wait ${Math.ceil(pauseMs / 1000)} s, beyond the time of the run; raise --max-time (limits.maxTimeSeconds).`,
      );
    }
    await this.#pause(pauseMs);
  }

  #stuck(what: string): void {
    this.#withoutAnswer += 1;
    this.#lastObstacle = what;
  }

  async #pause(ms: number): Promise<void> {
    await Promise.race([this.#options.sleep(ms), this.#stopped.promise]);
  }
}

interface Failed {
  readonly kind: "failed";
  readonly what: string;
  readonly exchange: number;
  readonly mayBeApplied: boolean;
  readonly protocol?: boolean;
}

type Attempt =
  | { readonly kind: "answer"; readonly answer: Answer }
  | {
      readonly kind: "throttled";
      readonly pauseMs: number | undefined;
      readonly sent: number;
      readonly mayBeApplied: boolean;
    }
  | Failed;

/** A target may count wrong credentials by themselves; that says nothing about the pace of other requests. */
function isImposture({ expects }: Draft): boolean {
  return expects === "refused key" || expects === "refused signature";
}
