import { SENDS_NOTHING_MORE } from "./breaker.ts";
import { BudgetSpentError, NoAnswerError } from "./send-errors.ts";
import type { WaitLog, Gate } from "./gate.ts";
import type { Layer, SendCounts } from "./exchange.ts";
import type { Pace } from "./rate-limiter.ts";
import type { WireAnswer } from "./transport.ts";

export interface ThrottleOptions {
  readonly isThrottled: (answer: WireAnswer) => boolean;
  /** Stops taking such answers for a rate limit, if only the run has concluded that. @returns whether it stopped */
  readonly forgets: (answer: WireAnswer) => boolean;
  /** The pause that an answer asks for, in milliseconds. Undefined: none. */
  readonly askedPauseMs: (answer: WireAnswer) => number | undefined;
  /** Whether a gateway answered, so that the request may have taken effect all the same. */
  readonly mayBeApplied: (answer: WireAnswer) => boolean;
  readonly pace: Pace;
  readonly counts: SendCounts;
  readonly asked: AskedWaiting;
}

const MAX_ATTEMPTS = 12;
const MAX_ATTEMPTS_IF_BLOCKED = 3;
const LONGEST_PAUSE_MS = 60_000;
const FIRST_PAUSE_MS = 200;
const LONGEST_OWN_PAUSE_MS = 10_000;
const LONGEST_PAUSE_BEFORE_LASTING_MS = 5_000;
const NOT_AGAIN =
  "The target asks for a later retry, but a request with a permanent effect is not sent again. Lower limits.requestsPerSecond, or wait.";

/**
 * Waits on request of the target, and slows down if this happens often. A request with a permanent effect is not sent again,
 * so it first waits as long as the target asked for last, up to some seconds.
 * @throws {NoAnswerError} if it asks again and again
 * @throws {BudgetSpentError} if it asks for more time than the run may wait
 */
export function throttle(options: ThrottleOptions): Layer {
  const { isThrottled, forgets, askedPauseMs, mayBeApplied, pace, counts, asked } = options;
  let lastPauseMs = 0;
  return (next) => async (outgoing) => {
    const { place } = outgoing;
    let repeated = false;
    if (outgoing.lasting === true && lastPauseMs > 0) await asked.pause(lastPauseMs);
    for (let times = 1; ; times += 1) {
      asked.check(place);
      await asked.pausesOfOthers();
      const exchanged = await next(outgoing);
      const { answer, number, request } = exchanged;
      const isBlocked = times >= MAX_ATTEMPTS_IF_BLOCKED && outgoing.isCommonlyBlocked?.(request);
      if (!isThrottled(answer) || isBlocked === true) {
        pace.answered(counts.sent);
        asked.served(place);
        return { ...exchanged, repeated };
      }
      if (outgoing.lasting === true) throw new NoAnswerError(NOT_AGAIN);
      if (times === 1 && outgoing.isProbe !== true) pace.throttled(number, counts.sent);
      repeated ||= mayBeApplied(answer);
      counts.rateLimited += 1;
      const askedMs = askedPauseMs(answer);
      if (times === MAX_ATTEMPTS && forgets(answer)) return { ...exchanged, repeated };
      if (times === (outgoing.isHurried === true ? MAX_ATTEMPTS_IF_BLOCKED : MAX_ATTEMPTS))
        throw askedTooOften(times, asked);
      const pauseMs = pauseAfter(times, askedMs);
      lastPauseMs = Math.min(pauseMs, LONGEST_PAUSE_BEFORE_LASTING_MS);
      await asked.pause(pauseMs, askedMs, place);
    }
  };
}

/** Wait before a retry: the requested time, or growing pauses without one. */
function pauseAfter(times: number, askedMs: number | undefined): number {
  const ownMs = Math.min(FIRST_PAUSE_MS * 2 ** (times - 1), LONGEST_OWN_PAUSE_MS);
  const pauseMs = times === 1 ? (askedMs ?? ownMs) : Math.max(askedMs ?? 0, ownMs);
  return Math.min(pauseMs, LONGEST_PAUSE_MS);
}

function askedTooOften(times: number, { seconds }: AskedWaiting): NoAnswerError {
  return new NoAnswerError(
    `The target asked ${times} times in a row to send the same request later; the run has waited ${seconds} s for it in all. Set limits.requestsPerSecond to the rate that the target allows, or run again later.`,
  );
}

export interface AskedWaitingOptions {
  readonly waits: WaitLog;
  /** Maximum wait of a run on request of the target. Infinity: until its time is up. */
  readonly maxMs: number;
  readonly gate: Pick<Gate, "checkPause" | "pause">;
}

const MS_PER_SECOND = 1_000;

/** Stands for the API, whose limit holds for the whole run. */
const API = "";

/**
 * Makes and counts the waits that the target asks for, up to a limit. Parallel waits count once. A wait that is too long
 * ends the requests to its place only.
 */
export class AskedWaiting {
  readonly #options: AskedWaitingOptions;
  readonly #pauses = new Set<Promise<void>>();
  /** By place, the wait that the target asked for, and that was too long. */
  readonly #refusedMs = new Map<string, number>();
  /** By place, the number of requests that were not asked to wait. */
  readonly #served = new Map<string, number>();

  constructor(options: AskedWaitingOptions) {
    this.#options = options;
  }

  /** So far. */
  get seconds(): number {
    return Math.round(this.#options.waits.ms("asked") / MS_PER_SECOND);
  }

  /**
   * Waits on request of the target.
   * @param askedMs the time after which the target wants the request again, if given
   * @throws {BudgetSpentError} if the run may not wait that long
   */
  async pause(pauseMs: number, askedMs = pauseMs, place = API): Promise<void> {
    const { waits, maxMs, gate } = this.#options;
    const leftMs = maxMs - waits.ms("asked");
    if (Math.max(pauseMs, askedMs) > leftMs) {
      this.#refusedMs.set(place, Math.max(pauseMs, askedMs));
      throw this.#spent(place);
    }
    gate.checkPause(Math.max(pauseMs, askedMs));
    if (this.#pauses.size === 0) waits.add("asked", pauseMs);
    const pause = gate.pause(pauseMs);
    this.#pauses.add(pause);
    await pause.finally(() => this.#pauses.delete(pause));
  }

  /** The wait that the target asks of one request holds for all. */
  async pausesOfOthers(): Promise<void> {
    if (this.#pauses.size > 0) await Promise.all(this.#pauses);
  }

  /** Counts a request that was not asked to wait. */
  served(place = API): void {
    this.#served.set(place, (this.#served.get(place) ?? 0) + 1);
  }

  /** @throws {BudgetSpentError} if the run has waited long enough */
  check(place = API): void {
    const { waits, maxMs } = this.#options;
    const isOver = [API, place].some((one) => this.#refusedMs.has(one));
    if (isOver || waits.ms("asked") > maxMs) throw this.#spent(place);
  }

  #spent(place: string): BudgetSpentError {
    const ms = this.#refusedMs.get(place);
    if (place !== API && ms !== undefined) return this.#closed(place, secondsOf(ms));
    const { maxMs } = this.#options;
    const refusedMs = this.#refusedMs.get(API);
    const more = refusedMs === undefined ? "" : `, and it asks for ${secondsOf(refusedMs)} s more`;
    return new BudgetSpentError(
      `${SENDS_NOTHING_MORE}: it has waited ${this.seconds} s because the target asked for it${more}; without --max-time it waits ${maxMs / MS_PER_SECOND} s at most. If the target has a rate limit, set limits.requestsPerSecond to the rate that it allows. If it has a quota, ask for a larger one, or give --max-time (limits.maxTimeSeconds).`,
    );
  }

  /** A quota of one endpoint: a slower run would not help. */
  #closed(place: string, seconds: number): BudgetSpentError {
    const served = this.#served.get(place) ?? 0;
    return new BudgetSpentError(
      `Not sent: after ${served} requests of this run, ${place} asks to wait ${seconds} s. Raise its rate limit for this run, run at quick depth, or give --max-time (limits.maxTimeSeconds) more than ${seconds} s.`,
    );
  }
}

function secondsOf(ms: number): number {
  return Math.ceil(ms / MS_PER_SECOND);
}
