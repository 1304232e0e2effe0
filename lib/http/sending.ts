import { attempt } from "./attempt.ts";
import { AskedWaiting } from "./asked-waiting.ts";
import { Breaker } from "./breaker.ts";
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
import { WaitLog, type WaitReason } from "./wait-log.ts";

/** Without a limit of its time a run waits so long in all where the target asks for it. */
const MAX_ASKED_MS = 600_000;

export interface SendingOptions
  extends Omit<BudgetOptions, "isClosed">, Pick<ThrottleOptions, "isThrottled" | "askedPauseMs"> {
  readonly transport: Transport;
  readonly limiter: RateLimiter;
  /** How often a request is sent again after a failure of the network. */
  readonly retries: number;
  /** So many requests in a row that got no answer, however often they were sent, are the last; Infinity: none is. */
  readonly maxWithoutAnswer: number;
  /** So long may be waited in all for answers that do not come; beyond it, no longer than for everything else. */
  readonly maxLostMs: number;
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
  /** The time that the run has waited so far, by reason. */
  readonly waits: WaitLog;
  /** Waits until the time is over or nothing more is sent. @throws {BudgetSpentError} when there is no time for it */
  wait(ms: number, reason: WaitReason): Promise<void>;
  /** Waits until the time is over or nothing more is sent. @throws {NoAnswerError} when nothing more is */
  pause(ms: number): Promise<void>;
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
  const waits = new WaitLog();
  const breaker = new Breaker({ ...options, waits });
  const asked = new AskedWaiting({ waits, checkPause, maxMs: maxAskedMs(options) });
  const throttling = { ...options, mayBeApplied: isOfGateway, pace: new Pace(limiter) };
  const layers: readonly Layer[] = [
    breaker.layer,
    retry({ ...options, counts, pause, lost: breaker.lost }),
    gateway(isOfGateway, () => void (ofGateway += 1)),
    throttle({ ...throttling, counts, asked, pause }),
    budget.layer,
    rate({ limiter, orEnd: async (turn) => gate.orClosed(turn), waits }),
  ];
  const ground = attempt({ transport: gate.watch(transport), now, spend: budget.spend });
  return {
    send: layers.reduceRight<Send>((next, layer) => layer(next), ground),
    counts,
    waits,
    get ofGateway() {
      return ofGateway;
    },
    async wait(ms, reason) {
      checkPause(ms);
      waits.add(reason, ms);
      await pause(ms);
    },
    async pause(ms) {
      await pause(ms);
      if (gate.isClosed) throw new NoAnswerError("The run was ended in the middle of a pause.");
    },
    stop: async () => gate.close(),
  };
}

function maxAskedMs({ deadlineAt }: Pick<SendingOptions, "deadlineAt">): number {
  return deadlineAt === Number.POSITIVE_INFINITY ? MAX_ASKED_MS : Number.POSITIVE_INFINITY;
}
