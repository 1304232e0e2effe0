import type { Answer } from "../../exchange/answer.ts";
import { dateOf } from "../../exchange/infrastructure.ts";

/** The Date headers of two nodes of one service may differ so much: by 2 s of their clocks, and a second of rounding. */
const APART_MS = 4_000;
/** A Date header that changes more often shows no time. */
const MAX_TIMES = 3;

/** The target's clock, as far as it is known. All times are in milliseconds since 1970. */
export class TargetClock {
  readonly ours: () => number;
  /** How far the target's clock is ahead of it, in milliseconds. */
  offsetMs = 0;

  constructor(ours: () => number) {
    this.ours = ours;
  }

  now(): number {
    return this.ours() + this.offsetMs;
  }
}

/** Compares this machine's clock with the target's Date headers. A clock that is set during a run is not a failure. */
export class ClockWatch {
  readonly #clock: TargetClock;
  /** How far the target's clock was ahead of this machine's at the last accepted valid request, in milliseconds. */
  #offsetMs: number | undefined;
  /** Whether the last accepted request had another offset. */
  #wasApart = false;
  #movedMs: readonly number[] = [];

  constructor(clock: TargetClock) {
    this.#clock = clock;
  }

  /** Describes the change of a clock, for people. Undefined: none. */
  get summary(): string | undefined {
    const [first] = this.#movedMs;
    if (first === undefined) return undefined;
    const times = this.#movedMs.length === 1 ? "" : `, and ${this.#movedMs.length - 1} times more`;
    return `The clock of this machine, or that of the target, was set by ${Math.round(Math.abs(first) / 1000)} s in the middle of the run${times}, as the Date headers show. Since then, the run signs requests by the target's clock. It repeated the request of that moment.`;
  }

  /**
   * Notes an answer to a valid request that was accepted. A clock may be set after the request was signed, so one answer
   * with another offset does not count.
   */
  noteAccepted(answer: Answer): void {
    const offsetMs = this.#offsetOf(answer);
    if (offsetMs === undefined) return;
    const isApart = this.#offsetMs !== undefined && Math.abs(offsetMs - this.#offsetMs) > APART_MS;
    this.#wasApart = isApart && !this.#wasApart;
    if (!this.#wasApart) this.#offsetMs = offsetMs;
  }

  /** Whether the clocks have come apart since a valid request was accepted; then requests are signed by the target's from now on. */
  realigns(answer: Answer): boolean {
    const offsetMs = this.#offsetOf(answer);
    if (offsetMs === undefined || this.#offsetMs === undefined) return false;
    const movedMs = offsetMs - this.#offsetMs;
    if (Math.abs(movedMs) <= APART_MS || this.#movedMs.length === MAX_TIMES) return false;
    this.#movedMs = [...this.#movedMs, movedMs];
    this.#offsetMs = offsetMs;
    this.#clock.offsetMs = offsetMs;
    return true;
  }

  #offsetOf({ wire }: Answer): number | undefined {
    const date = dateOf(wire);
    return date === undefined ? undefined : date - this.#clock.ours();
  }
}
