import { type Answer, describeAnswer, succeeded } from "../../answer.ts";
import { InconclusiveError } from "../../../engine/verdict.ts";
import type { Draft } from "../../draft.ts";
import { LastingRefusals } from "./lasting-refusals.ts";
import { LimitSigns } from "./limit-signs.ts";
import { PaceTrial } from "./pace-trial.ts";
import { signOf } from "./sign-of.ts";

/** Most lock-outs last no longer than all of them together. */
const PAUSES_MS: readonly number[] = [1_000, 2_000, 5_000, 10_000, 20_000, 30_000];
const MAX_WAITED_MS = 900_000;
/** Fewer answers to probes do not show how a target refuses. */
const TELLING_PROBES = 5;

export interface DefencesOptions {
  /** Waits within the limits of the run. @throws {BudgetError} when there is no time for it */
  readonly wait: (ms: number) => Promise<void>;
  /** Sends more slowly from now on. */
  readonly slowDown: () => void;
  /** How many requests have gone out. */
  readonly sent: () => number;
}

/**
 * What a run has met of a target that defends itself: a lock-out after bad credentials, a ban, a cap, or throttling by
 * a code instead of HTTP 429.
 */
export class Defences {
  /** What lasts, unlike a lock-out. */
  readonly lasting = new LastingRefusals();
  readonly #options: DefencesOptions;
  readonly #asksToWait = new Set<string>();
  /** The answers to probes so far, by what was expected of them. */
  readonly #usual = new Map<string, Set<string>>();
  /** Answers that probes of a kind got for the first time, since the last valid request was accepted. */
  readonly #unusual = new Set<string>();
  readonly #limits = new LimitSigns();
  readonly #pace = new PaceTrial();
  #probes = 0;
  /** Who refuses everything from the first defends nothing. */
  #hasAccepted = false;
  #waitedMs = 0;
  #longestMs = 0;
  #times = 0;
  #first: string | undefined;

  constructor(options: DefencesOptions) {
    this.#options = options;
  }

  /** What was met, for people; undefined: nothing. */
  get summary(): string | undefined {
    if (this.#first === undefined) return undefined;
    const times = this.#times === 1 ? "once" : `${this.#times} times`;
    return `The target refused valid requests for a while, ${times}, for up to ${seconds(this.#longestMs)}, first with ${this.#first}. Such a refusal is taken for a lock-out, a ban or a limit: it was waited for, and is held against nobody. A code by which the target asks to come back later belongs under limits.throttledCodes of the profile.`;
  }

  get sent(): number {
    return this.#options.sent();
  }

  /** Whether a request that was answered so was accepted later; or whether probes were answered so just before, unlike others of their kind. */
  asksToWait(answer: Answer): boolean {
    const sign = signOf(answer);
    return this.#asksToWait.has(sign) || (this.#hasAccepted && this.#unusual.has(sign));
  }

  /** Whether an answer is one by which the target has asked to wait before, and by which it refuses no probe. */
  isPassing(answer: Answer): boolean {
    const sign = signOf(answer);
    return this.#asksToWait.has(sign) && !this.#isUsual(sign);
  }

  /** Whether no probe was ever answered so, though many were answered. */
  isStrange(answer: Answer): boolean {
    return this.#probes >= TELLING_PROBES && !this.#isUsual(signOf(answer));
  }

  /** Whether a limit that answers by a code may have refused a valid request. */
  mayBeLimit(refused: Answer): boolean {
    return this.#limits.isPossible(refused);
  }

  /** Whether one is the likely reason, as no probe was refused so. */
  isLikelyLimit(refused: Answer): boolean {
    return this.asksToWait(refused) || this.#limits.isLikely(refused);
  }

  /** Whether what refused a valid request was a limit that answers by a code; then this is no probe's own refusal. */
  async isLimit(refused: Answer, ask: (draft: Draft) => Promise<Answer>): Promise<boolean> {
    if (this.asksToWait(refused)) return true;
    if (!(await this.#limits.isLimit(refused, { ask, pause: async () => this.pauseBriefly() }))) return false;
    for (const signs of this.#usual.values()) signs.delete(signOf(refused));
    return true;
  }

  /** Notes what a probe was answered, and of which kind it is. */
  noteProbe(answer: Answer, kind: string): void {
    const sign = signOf(answer);
    if (this.isPassing(answer)) return;
    if (!succeeded(answer)) this.#limits.note(answer, kind);
    const isNew = !this.#isUsual(sign);
    this.#probes += 1;
    const usual = this.#usual.get(answer.draft.expects) ?? new Set();
    if (isNew && usual.size > 0) this.#unusual.add(sign);
    this.#usual.set(answer.draft.expects, usual.add(sign));
  }

  /** Notes that a valid request was accepted. */
  noteAccepted(answer: Answer): void {
    this.#limits.noteAccepted(answer);
    this.#hasAccepted = true;
    this.#unusual.clear();
  }

  /**
   * Waits, one pause after the other, until the request is accepted.
   * @returns the answer that accepts it; undefined: it was refused to the end
   * @throws {BudgetError} when there is no time for it
   */
  async outlast(
    refused: Answer,
    ask: () => Promise<Answer>,
    isAccepted: (answer: Answer) => boolean,
  ): Promise<Answer | undefined> {
    const startedAt = this.sent;
    let waitedMs = 0;
    for (const ms of PAUSES_MS) {
      await this.#pause(ms);
      waitedMs += ms;
      const answer = await ask();
      if (!isAccepted(answer)) continue;
      this.#lifted(refused, waitedMs, startedAt);
      return answer;
    }
    return undefined;
  }

  /** One short pause, where the target has asked for one before. */
  async pauseBriefly(): Promise<void> {
    await this.#pause(PAUSES_MS[0] ?? 0);
  }

  /** A refusal that was over when the request was sent again. */
  passed(refused: Answer): void {
    this.#lifted(refused, PAUSES_MS[0] ?? 0, this.sent);
  }

  async #pause(ms: number): Promise<void> {
    if (this.#waitedMs + ms > MAX_WAITED_MS)
      throw new InconclusiveError(
        `The target refuses valid requests for a while again and again: after ${seconds(this.#waitedMs)} in all it is waited for no longer. Lower limits.requestsPerSecond, or name the code by which it asks to come back later under limits.throttledCodes.`,
      );
    this.#waitedMs += ms;
    await this.#options.wait(ms);
  }

  #isUsual(sign: string): boolean {
    return [...this.#usual.values()].some((signs) => signs.has(sign));
  }

  #lifted(refused: Answer, waitedMs: number, startedAt: number): void {
    const sign = signOf(refused);
    this.#asksToWait.add(sign);
    if (this.#unusual.has(sign)) for (const signs of this.#usual.values()) signs.delete(sign);
    this.#first ??= describeAnswer(refused).slice(0, 200);
    this.#times += 1;
    this.#longestMs = Math.max(this.#longestMs, waitedMs);
    const isShort = waitedMs <= (PAUSES_MS[0] ?? 0);
    if (isShort && this.#pace.met(startedAt, this.sent)) this.#options.slowDown();
  }
}

function seconds(ms: number): string {
  return `${Math.round(ms / 1000)} s`;
}
