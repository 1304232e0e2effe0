import type { Profile } from "../../profile/profile-schema.ts";

/** An absence takes so many times the slowest delivery. The embedded reference sends nothing late. */
const SLOWEST_TIMES = { remote: 3, embedded: 1 };

/** How long a run waits for deliveries, all in milliseconds. */
export class Waits {
  readonly #events: Profile["events"];
  readonly #slowestTimes: number;
  /** Ignores the first delivery: it includes connection set-up. */
  #isWarm = false;
  #slowestMs = 0;
  #hasMissed = false;

  /** @param isEmbedded whether the run has started the target itself */
  constructor(events: Profile["events"], isEmbedded = false) {
    this.#events = events;
    this.#slowestTimes = SLOWEST_TIMES[isEmbedded ? "embedded" : "remote"];
  }

  /** For a delivery. Once one is missing, the time of an absence is enough for the others. */
  get patienceMs(): number {
    const usualMs = this.#events.waitSeconds * 1000;
    return this.#hasMissed && this.#isWarm ? Math.min(usualMs, this.silenceMs) : usualMs;
  }

  /** How long nothing must come to say that nothing comes. */
  get silenceMs(): number {
    const { absenceSeconds, waitSeconds } = this.#events;
    return Math.max((absenceSeconds ?? waitSeconds) * 1000, this.#slowestTimes * this.#slowestMs);
  }

  /** For all retries of an event; undefined: the time that the target takes for them is not known. */
  get retriesMs(): number | undefined {
    const { windowSeconds } = this.#events.retries;
    return windowSeconds === null ? undefined : windowSeconds * 1000;
  }

  /** Notes that a delivery is missing. */
  noteMissing(): void {
    this.#hasMissed = true;
  }

  /** Notes how long a delivery took. */
  note(delayMs: number): void {
    if (this.#isWarm) this.#slowestMs = Math.max(this.#slowestMs, delayMs);
    this.#isWarm = true;
  }
}
