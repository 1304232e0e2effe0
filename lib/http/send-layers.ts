import type { Exchanged, Layer, Send, SendCounts } from "./exchange.ts";
import { AttemptFailedError, NoAnswerError } from "./send-errors.ts";
import { REQUEST_TIMEOUT, type Transport, type WireAnswer } from "./transport.ts";
import { TransportFailure } from "./transport-failure.ts";
import { AskedWaiting, throttle, type ThrottleOptions } from "./throttle.ts";
import { Breaker, type BreakerOptions, retry, type RetryOptions } from "./breaker.ts";
import { Gate, type GateOptions, WaitLog, type WaitReason } from "./gate.ts";
import { Pace, type RateLimiter } from "./rate-limiter.ts";

/** Without a time limit, a run waits this long in all on request of the target. */
const MAX_ASKED_MS = 600_000;
/** A gateway that answers more than this share of the requests by itself may limit the rate: some do it with HTTP 503. */
const SHARE_OF_LIMITS = 0.1;
/** It does not say so. Requests that are further apart than this would cost more than pages that come again. */
const LONGEST_INTERVAL_MS = 250;

export interface SendLayersOptions
  extends
    GateOptions,
    Pick<BreakerOptions, "maxWithoutAnswer" | "maxLostMs">,
    Pick<RetryOptions, "retries">,
    Pick<ThrottleOptions, "isThrottled" | "forgets" | "askedPauseMs"> {
  readonly transport: Transport;
  readonly limiter: RateLimiter;
  /** Whether an answer is that of a gateway that could not reach the target. */
  readonly isOfGateway: (answer: WireAnswer) => boolean;
}

/** The way out: sends requests within the limits of the profile, and again when the network failed. */
export interface SendLayers {
  readonly send: Send;
  readonly counts: Readonly<SendCounts>;
  /** Number of answers of a gateway that could not reach the target. */
  readonly ofGateway: number;
  /** Waiting time of the run so far, by reason. */
  readonly waits: WaitLog;
  /**
   * Waits until the time is over or nothing more is sent.
   * @throws {BudgetSpentError} if the time of the run is too short
   */
  wait(ms: number, reason: WaitReason): Promise<void>;
  /**
   * Waits until the time is over or nothing more is sent.
   * @throws {NoAnswerError} if nothing more is sent
   */
  pause(ms: number): Promise<void>;
  /** Sends nothing more, and resolves when every open request has an answer or has failed. */
  stop(): Promise<void>;
}

/** Puts the layers around the transport: the outermost first. */
export function buildSendLayers(options: SendLayersOptions): SendLayers {
  const { transport, limiter, now, isOfGateway, deadlineAt } = options;
  const counts: SendCounts = { sent: 0, retried: 0, rateLimited: 0 };
  let ofGateway = 0;
  const gate = new Gate(options, counts);
  const waits = new WaitLog();
  const breaker = new Breaker({ ...options, waits });
  const maxMs = deadlineAt === Number.POSITIVE_INFINITY ? MAX_ASKED_MS : Number.POSITIVE_INFINITY;
  const asked = new AskedWaiting({ waits, gate, maxMs });
  const pace = new Pace(limiter);
  const passed = ({ number }: Exchanged) => {
    if (ofGateway > counts.sent * SHARE_OF_LIMITS) pace.throttled(number, counts.sent, LONGEST_INTERVAL_MS);
  };
  const layers: readonly Layer[] = [
    breaker.layer,
    retry({ ...options, counts, gate, breaker, passed }),
    rejectGateways(isOfGateway, () => void (ofGateway += 1)),
    throttle({ ...options, mayBeApplied: isOfGateway, pace, counts, asked }),
    awaitTurn(gate, limiter, waits),
  ];
  return {
    send: layers.reduceRight<Send>((next, layer) => layer(next), sendOnce(transport, gate, { now, breaker })),
    counts,
    waits,
    get ofGateway() {
      return ofGateway;
    },
    async wait(ms, reason) {
      gate.checkPause(ms);
      waits.add(reason, ms);
      await gate.pause(ms);
    },
    async pause(ms) {
      await gate.pause(ms);
      if (gate.isClosed) throw new NoAnswerError("The run ended during a pause.");
    },
    stop: async () => gate.close(),
  };
}

/**
 * Treats an answer of a gateway that could not reach the target as no answer. A second one to a request that gateways
 * commonly block is its answer.
 * @param met counts each
 * @throws {AttemptFailedError}
 */
function rejectGateways(isOfGateway: (answer: WireAnswer) => boolean, met: () => void): Layer {
  return (next) => async (outgoing) => {
    const exchanged = await next(outgoing);
    const { answer, exchange, request } = exchanged;
    if (!isOfGateway(answer)) return exchanged;
    met();
    if (outgoing.isCommonlyBlocked?.(request) === true && outgoing.once !== true)
      return { ...(await next(outgoing)), repeated: true };
    const what = `HTTP ${answer.status} without an envelope`;
    const mayBeApplied = answer.status !== REQUEST_TIMEOUT;
    throw new AttemptFailedError(what, { exchange, mayBeApplied, kind: "gateway", lostMs: 0 });
  };
}

/** Keeps the distance between requests. Extra distance because of a throttling target counts as a requested wait. */
function awaitTurn(gate: Gate, limiter: RateLimiter, waits: WaitLog): Layer {
  return (next) => async (outgoing) => {
    gate.check();
    await gate.orClosed(limiter.take().then((slowedMs) => waits.add("asked", slowedMs)));
    return next(outgoing);
  };
}

/**
 * Builds a request, sends it once, and records it in any case.
 * @throws {AttemptFailedError} without a valid answer
 */
function sendOnce(
  transport: Transport,
  gate: Gate,
  { now, breaker }: { readonly now: () => number; readonly breaker: Pick<Breaker, "answered"> },
): Send {
  return async ({ make, record }) => {
    const request = await make();
    const number = gate.spend();
    const startedAt = now();
    try {
      const answer = await gate.sendThrough(transport, request);
      breaker.answered(now() - startedAt);
      const exchange = record({ request, startedAt, outcome: { answer } });
      return { number, request, answer, exchange, repeated: false };
    } catch (error) {
      if (!(error instanceof TransportFailure)) throw error;
      const exchange = record({ request, startedAt, outcome: { failure: error } });
      const { message, applied, kind } = error;
      const facts = { exchange, mayBeApplied: applied === "unknown", kind, lostMs: now() - startedAt };
      throw new AttemptFailedError(message, facts);
    }
  };
}
