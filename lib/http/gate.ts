import type { SendCounts } from "./exchange.ts";
import { BudgetSpentError, NoAnswerError } from "./send-errors.ts";
import type { Transport, WireAnswer, WireRequest } from "./transport.ts";

export interface GateOptions {
  readonly maxRequests: number;
  /** End of the run's time, in milliseconds since 1970. */
  readonly deadlineAt: number;
  readonly now: () => number;
  readonly sleep: (ms: number) => Promise<void>;
}

/** Sends requests until it is closed, or until the limits of a run are used up. Knows the open requests. */
export class Gate {
  readonly #options: GateOptions;
  readonly #counts: Pick<SendCounts, "sent">;
  /** Open requests that a close waits for. */
  readonly #underWay = new Set<Promise<unknown>>();
  /** Ends the waits that go on. */
  readonly #waits = new Set<() => void>();
  #isClosed = false;

  constructor(options: GateOptions, counts: Pick<SendCounts, "sent">) {
    this.#options = options;
    this.#counts = counts;
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  /**
   * @throws {NoAnswerError} if it is closed
   * @throws {BudgetSpentError} if the limits of the run are used up
   */
  check(): void {
    const { maxRequests, deadlineAt, now } = this.#options;
    if (this.#isClosed) throw new NoAnswerError("The run ended before the answer to this request.");
    if (this.#counts.sent >= maxRequests)
      throw new BudgetSpentError(
        "The budget of requests is used up; raise --max-requests (limits.maxRequests).",
      );
    if (now() >= deadlineAt)
      throw new BudgetSpentError("The time of the run is up; raise --max-time (limits.maxTimeSeconds).");
  }

  /** Counts a request right before it goes out, so that parallel requests keep the limit. Returns its number. */
  spend(): number {
    this.check();
    return (this.#counts.sent += 1);
  }

  /** @throws {BudgetSpentError} if a pause would exceed the time of the run */
  checkPause(ms: number): void {
    if (this.#options.now() + ms <= this.#options.deadlineAt) return;
    throw new BudgetSpentError(
      `The target asks to wait ${Math.ceil(ms / 1000)} s, beyond the time of the run; raise --max-time (limits.maxTimeSeconds).`,
    );
  }

  /** Sends a request, and waits for it when the gate is closed meanwhile. */
  async sendThrough(transport: Pick<Transport, "send">, request: WireRequest): Promise<WireAnswer> {
    const exchange = transport.send(request);
    this.#underWay.add(exchange);
    return exchange.finally(() => this.#underWay.delete(exchange));
  }

  /** A pause that ends at once when the gate is closed. */
  async pause(ms: number): Promise<void> {
    await this.orClosed(this.#options.sleep(ms));
  }

  /** Resolves with the result, or when the gate is closed. */
  async orClosed(wait: Promise<void>): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    wait.then(resolve, reject);
    if (this.#isClosed) resolve();
    this.#waits.add(resolve);
    try {
      await promise;
    } finally {
      this.#waits.delete(resolve);
    }
  }

  /** Sends nothing more, and resolves when every open request has an answer or has failed. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (const end of this.#waits) end();
    await Promise.allSettled(this.#underWay);
  }
}

/**
 * Why a run waited. `asked`: the target asked for it. `rejected`: to see whether a rejection of a valid request passes.
 * `lag`: until query shows a write. `unanswered`: for answers that did not come.
 */
export type WaitReason = "asked" | "rejected" | "lag" | "unanswered";

/** How long a run waited for one reason. */
export interface WaitedTime {
  readonly reason: WaitReason;
  readonly seconds: number;
}

const MS_PER_SECOND = 1_000;

/** The time that a run has waited so far, by reason. */
export class WaitLog {
  readonly #ms = new Map<WaitReason, number>();

  add(reason: WaitReason, ms: number): void {
    this.#ms.set(reason, this.ms(reason) + ms);
  }

  ms(reason: WaitReason): number {
    return this.#ms.get(reason) ?? 0;
  }

  /** Rounded to tenths of a second; shorter waits are left out. */
  get list(): readonly WaitedTime[] {
    return [...this.#ms]
      .map(([reason, ms]) => ({ reason, seconds: Math.round((ms * 10) / MS_PER_SECOND) / 10 }))
      .filter(({ seconds }) => seconds > 0);
  }
}
