import { attempt } from "./attempt.ts";
import { breaker } from "./breaker.ts";
import { type BudgetOptions, RequestBudget } from "./budget.ts";
import type { Layer, Send, SendCounts } from "./exchange.ts";
import { Gate } from "./gate.ts";
import { gateway } from "./gateway.ts";
import { Pace } from "./pace.ts";
import { rate } from "./rate.ts";
import type { RateLimiter } from "./rate-limiter.ts";
import { retry } from "./retry.ts";
import { NoAnswerError } from "./send-errors.ts";
import { throttle, type ThrottleOptions } from "./throttle.ts";
import type { Transport, WireAnswer } from "./transport.ts";

export interface SendingOptions
  extends Omit<BudgetOptions, "isClosed">, Pick<ThrottleOptions, "isThrottled" | "askedPauseMs"> {
  readonly transport: Transport;
  readonly limiter: RateLimiter;
  /** How often a request is sent again after a failure of the network. */
  readonly retries: number;
  /** So many requests in a row that got no answer, however often they were sent, are the last. */
  readonly maxWithoutAnswer: number;
  /** Whether an answer is that of something in front of the target, which could not reach it. */
  readonly isOfGateway: (answer: WireAnswer) => boolean;
  readonly sleep: (ms: number) => Promise<void>;
}

/** The way out: sends requests within the limits of the profile, and again when the network failed. */
export interface Sending {
  readonly send: Send;
  readonly counts: Readonly<SendCounts>;
  /** How many answers were those of something in front of the target, which could not reach it. */
  readonly ofGateway: number;
  /** Waits until the time is over or nothing more is sent. @throws {BudgetSpentError} when there is no time for it */
  wait(ms: number): Promise<void>;
  /** Waits until the time is over or nothing more is sent. @throws {NoAnswerError} when nothing more is */
  pause(ms: number): Promise<void>;
  /** Sends more slowly from now on. */
  slowDown(): void;
  /** Sends nothing more, and resolves when every request that is under way has been answered, or has failed. */
  stop(): Promise<void>;
}

/** Puts the layers around the transport: the outermost first. */
export function sending(options: SendingOptions): Sending {
  const { transport, limiter, now, isOfGateway, sleep } = options;
  const counts: SendCounts = { sent: 0, retried: 0, rateLimited: 0 };
  let ofGateway = 0;
  const gate = new Gate(sleep);
  const budget = new RequestBudget({ ...options, isClosed: () => gate.isClosed }, counts);
  const pause = async (ms: number) => gate.pause(ms);
  const checkPause = (ms: number) => budget.checkPause(ms);
  const pace = new Pace(limiter);
  const layers: readonly Layer[] = [
    breaker(options.maxWithoutAnswer),
    retry({ ...options, counts, pause }),
    gateway(isOfGateway, () => void (ofGateway += 1)),
    throttle({ ...options, mayBeApplied: isOfGateway, pace, counts, checkPause, pause }),
    budget.layer,
    rate(limiter, async (turn) => gate.orClosed(turn)),
  ];
  const ground = attempt({ transport: gate.watch(transport), now, spend: budget.spend });
  return {
    send: layers.reduceRight<Send>((next, layer) => layer(next), ground),
    counts,
    get ofGateway() {
      return ofGateway;
    },
    async wait(ms) {
      checkPause(ms);
      await pause(ms);
    },
    async pause(ms) {
      await pause(ms);
      if (gate.isClosed) throw new NoAnswerError("The run was ended in the middle of a pause.");
    },
    slowDown: () => pace.slowDown(counts.sent),
    stop: async () => gate.close(),
  };
}
