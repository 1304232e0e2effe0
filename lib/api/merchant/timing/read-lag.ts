import type { Answer } from "../../exchange/answer.ts";
import { InconclusiveError } from "../../../engine/record/verdict.ts";
import { configurationIn } from "../configuration.ts";
import type { LagClock } from "./lag-clock.ts";
import { type SettlingProbe, timeToSettle } from "./settling.ts";

/** After these pauses a write is looked for that the first query does not show, one after the other. */
const PAUSES_MS: readonly number[] = [0, 20, 50, 100, 200, 400, 400, 400, 400, 400, 400, 400];
/** Pauses before looks that are to see a write, as parts of the longest lag. */
const PARTS_OF_LIMIT = [0, 0.1, 0.2, 0.4, 0.5];
/** The longest lag need not be the one that was measured. */
const MARGIN = 1.5;
/** A run waits at most so long for reads that lag, and twice its other time. For a lag that is a failure, less. */
const MAX_WAITED_MS = 300_000;
const MAX_WAITED_FOR_A_FAILURE_MS = 80_000;
const TIMES_THE_REST = 2;
/** Several nodes may answer in turn or by chance, and only some of them lag. So many queries in a row must show a write. */
const LOOKS = { atOnce: 4, afterALag: 12 };
/** A target that shows earlier states more often does not lag. */
const MOST_LEARNT = 2;

/** How far the reads of a target lag behind its writes, and how soon it disables a webhook by itself. Each is measured once, and waited for ever after. */
export class ReadLag {
  readonly #clock: LagClock;
  readonly #startedAt: number;
  /** A longer lag is a failure. */
  readonly limitMs: number;
  #lagMs = 0;
  /** Of all measurements. */
  #longestMs = 0;
  /** How long after a write the earlier state was shown: the lag is at least so long. */
  #staleMs = 0;
  /** As the last measurement has seen it. */
  #shown: Shown;
  #settlesAfterMs = 0;
  #settling: Promise<number> | undefined;
  #waitedMs = 0;
  #learnt = 0;

  constructor(clock: LagClock, limitMs: number) {
    this.#clock = clock;
    this.limitMs = limitMs;
    this.#startedAt = clock.now();
  }

  /** In milliseconds; 0: they do not. */
  get ms(): number {
    return this.#lagMs;
  }

  /** Whether a write did not show within the limit. */
  get isFailure(): boolean {
    return this.#staleMs > this.limitMs;
  }

  /** Describes the lag, for people. Undefined: reads do not lag. */
  get summary(): string | undefined {
    if (this.#lagMs === 0) return undefined;
    return `Query shows a write only ${this.#lagMs} ms after it was answered. Queries after a write wait for that, so that the rest can be checked; lifecycle.reads-at-once and lifecycle.reads-follow-writes check the lag itself.`;
  }

  /** Describes how the target disables webhooks by itself, for people. Undefined: it does not, as far as the run knows. */
  get settlingSummary(): string | undefined {
    if (this.#settlesAfterMs === 0) return undefined;
    return `The target disables a webhook by itself soon after each register. Queries after a write wait ${this.#settlesAfterMs} ms, so that this is not taken for the effect of another request.`;
  }

  /**
   * Whether the target disables a webhook by itself soon after register. The first call measures it. Call it when a
   * status has fallen, before that is taken for the effect of a request.
   */
  async settles(probe: SettlingProbe): Promise<boolean> {
    this.#settlesAfterMs = await (this.#settling ??= timeToSettle(probe, this.#clock));
    return this.#settlesAfterMs > 0;
  }

  /** When a write was answered, as {@link awaitWrite} needs it. */
  get now(): number {
    return this.#clock.now();
  }

  /**
   * Waits until query shows the lasting effect of a write that was answered at a time.
   * @throws {InconclusiveError} when the run has waited too long for this
   */
  async awaitWrite(writtenAt: number): Promise<void> {
    const now = this.#clock.now();
    const spanMs = Math.max(this.#lagMs * MARGIN, this.#settlesAfterMs);
    // A clock that was set back makes no span longer.
    const dueMs = Math.min(spanMs, writtenAt + spanMs - now);
    if (dueMs <= 0) return;
    const restMs = now - this.#startedAt - this.#waitedMs;
    const mostMs = this.isFailure ? MAX_WAITED_FOR_A_FAILURE_MS : MAX_WAITED_MS;
    if (this.#waitedMs + dueMs > mostMs + restMs * TIMES_THE_REST)
      throw new InconclusiveError(
        `Not checked: ${this.summary ?? this.settlingSummary ?? ""} The run has waited ${Math.round(this.#waitedMs / 1_000)} s for that.`,
      );
    this.#waitedMs += dueMs;
    await this.#clock.wait(dueMs);
  }

  /** Looks until a look says yes, a few times and somewhat longer than reads may lag. */
  async untilShown(look: () => Promise<boolean>): Promise<void> {
    for (const part of PARTS_OF_LIMIT) {
      if (part > 0) await this.#clock.wait(this.limitMs * part);
      if (await look()) return;
    }
  }

  /**
   * Queries until the target shows a register: its callback URL or, where query returns none, another update time. There is
   * no lag if it never appears, or if another client overwrites it.
   * @param peek sends a query that no listener hears; undefined: the answer shows nothing
   * @returns whether query has shown the register
   */
  async measure(
    { callbackUrl, before: first, isForeign }: MeasuredRegister,
    peek: () => Promise<Answer | undefined>,
  ): Promise<boolean> {
    const before = this.#shown ?? first;
    this.#lagMs = 0;
    return this.#follow(peek, {
      isShownBy: (one) => shows(one, callbackUrl, before),
      isVain: (one) => tellsNothing(one, isForeign),
      looks: LOOKS.atOnce,
      startedAt: this.#clock.now(),
    });
  }

  /**
   * Measures the lag again where a query has shown what was there before a write, though it waited for the lag.
   * @returns whether it has queried
   */
  async learn(
    writtenAt: number,
    isShownBy: (one: Shown) => boolean,
    peek: () => Promise<Answer>,
  ): Promise<boolean> {
    if (this.#learnt === MOST_LEARNT || this.#clock.now() - writtenAt > this.limitMs) return false;
    this.#learnt += 1;
    await this.#follow(peek, {
      isShownBy,
      isVain: () => false,
      looks: LOOKS.afterALag,
      startedAt: writtenAt,
      staleMs: this.#clock.now() - writtenAt,
    });
    return true;
  }

  /** Queries until each of several answers in a row shows a write. It lags where one did not. */
  async #follow(
    peek: () => Promise<Answer | undefined>,
    { isShownBy, isVain, looks, startedAt, staleMs: seenMs }: Following,
  ): Promise<boolean> {
    let staleMs = seenMs;
    for (const pauseMs of pausesUpTo(this.limitMs)) {
      if (pauseMs > 0) await this.#clock.wait(pauseMs);
      const shown = await looked(peek, isShownBy, staleMs === undefined ? looks : LOOKS.afterALag);
      if (shown === undefined) return false;
      this.#shown = shown.at(-1);
      const isShown = shown.every(isShownBy);
      if (isShown && staleMs !== undefined) {
        this.#longestMs = Math.max(this.#longestMs, Math.ceil(this.#clock.now() - startedAt), 1);
        this.#lagMs = this.#longestMs;
        this.#staleMs = staleMs;
      }
      staleMs = this.#clock.now() - startedAt;
      if (isShown || shown.some(isVain)) return isShown;
    }
    return false;
  }
}

/** The pauses of a measurement, which goes on for longer than the limit. */
function pausesUpTo(limitMs: number): readonly number[] {
  const pauses = [...PAUSES_MS];
  for (let sumMs = total(pauses); sumMs <= limitMs; sumMs = total(pauses)) pauses.push(sumMs);
  return pauses;
}

function total(pauses: readonly number[]): number {
  return pauses.reduce((sum, ms) => sum + ms);
}

type Shown = ReturnType<typeof configurationIn>;

interface Following {
  readonly isShownBy: (one: Shown) => boolean;
  /** Whether an answer shows that the write can no longer be seen. */
  readonly isVain: (one: Shown) => boolean;
  /** So many answers in a row show a write that does not lag. */
  readonly looks: number;
  /** When the write was answered. */
  readonly startedAt: number;
  /** How long after it the earlier state was shown. Undefined: not yet. */
  readonly staleMs?: number;
}

/** A register whose effect query may show late. */
interface MeasuredRegister {
  readonly callbackUrl: string;
  /** The configuration before the first measurement. Undefined: there was none. */
  readonly before: Shown;
  readonly isForeign: (callbackUrl: string) => boolean;
}

function shows(one: Shown, callbackUrl: string, before: Shown): boolean {
  if (one === undefined) return false;
  if (one.callbackUrl !== undefined) return one.callbackUrl === callbackUrl;
  return before === undefined || one.updateTime !== before.updateTime;
}

/** Queries several times, until one answer does not show the register. */
async function looked(
  peek: () => Promise<Answer | undefined>,
  isShownBy: (one: Shown) => boolean,
  looks: number,
): Promise<readonly Shown[] | undefined> {
  const configurations: Shown[] = [];
  do {
    const answer = await peek();
    if (answer === undefined) return undefined;
    configurations.push(configurationIn(answer));
  } while (configurations.length < looks && isShownBy(configurations.at(-1)));
  return configurations;
}

/** It shows the callback URL of another client, or neither a callback URL nor an update time. */
function tellsNothing(configuration: Shown, isForeign: (callbackUrl: string) => boolean): boolean {
  if (configuration === undefined) return false;
  const { callbackUrl, updateTime } = configuration;
  if (typeof callbackUrl === "string") return isForeign(callbackUrl);
  return callbackUrl === undefined && updateTime === undefined;
}
