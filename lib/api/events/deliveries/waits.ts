import type { Profile } from "../../../profile/schema/profile-schema.ts";
import type { Arrival } from "../../../receiver/arrival.ts";

/** An absence takes so many times the slowest delivery. The embedded reference sends nothing late. */
const SLOWEST_TIMES = { remote: 3, embedded: 1 };

/** A sender may keep an event back for so long, to deliver it with the next one. */
const MOST_LATE_MS = 2_000;
const LEAST_LINGER_MS = 20;
/** After a failure, waiting is at most so many times shorter. */
const BRIEF_TIMES = 10;
/** People read it in seconds with two digits. */
const SHOWN_MS = 10;

/** How long a run waits for deliveries, all in milliseconds. */
export class Waits {
  readonly #events: Profile["events"];
  readonly #slowestTimes: number;
  /** Ignores the first delivery: it includes connection set-up. */
  #isWarm = false;
  #slowestMs = 0;
  #slowestRetriesMs: number | undefined;
  #hasFailed = false;

  /** @param isEmbedded whether the run has started the target itself */
  constructor(events: Profile["events"], isEmbedded = false) {
    this.#events = events;
    this.#slowestTimes = SLOWEST_TIMES[isEmbedded ? "embedded" : "remote"];
  }

  /** For a delivery, as the profile says. */
  get usualMs(): number {
    return this.#events.waitSeconds * 1000;
  }

  /** For a delivery. Shorter after a failure. */
  get patienceMs(): number {
    return this.#whileNeeded(this.usualMs, this.#isWarm ? this.#slowestMs : undefined);
  }

  /** How long nothing must come to say that nothing comes. */
  get silenceMs(): number {
    const { absenceSeconds, waitSeconds } = this.#events;
    return Math.max((absenceSeconds ?? waitSeconds) * 1000, this.#slowestTimes * this.#slowestMs);
  }

  /** For what an earlier request of the run may still bring about: a greeting, or an event that is delivered with the next one. */
  get latenessMs(): number {
    return Math.min(this.silenceMs, MOST_LATE_MS);
  }

  /** For all that one event brings about. Shorter after a failure. */
  get settlingMs(): number {
    return this.#hasFailed ? Math.min(this.silenceMs, this.patienceMs) : this.silenceMs;
  }

  /** For a copy that a target makes of a delivery: it comes about as soon as the delivery itself. */
  get lingerMs(): number {
    return Math.max(LEAST_LINGER_MS, this.#slowestTimes * this.#slowestMs);
  }

  /** For all retries of an event. Shorter after a failure. undefined: the time that the target takes for them is not known. */
  get retriesMs(): number | undefined {
    const { windowSeconds } = this.#events.retries;
    return windowSeconds === null
      ? undefined
      : this.#whileNeeded(windowSeconds * 1000, this.#slowestRetriesMs);
  }

  /** For a delivery and all its retries. */
  get attemptsMs(): number {
    return Math.max(this.retriesMs ?? 0, this.patienceMs);
  }

  /** Notes that a problem with deliveries has appeared several times. */
  noteFailure(): void {
    this.#hasFailed = true;
  }

  /**
   * Notes how long a delivery took. One that took longer than usual may have waited for the retries of others, and after a
   * failure it may be of another event.
   */
  note(delayMs: number): void {
    const isTelling = this.#isWarm && !this.#hasFailed && delayMs <= this.usualMs;
    if (isTelling) this.#slowestMs = Math.max(this.#slowestMs, delayMs);
    this.#isWarm = true;
  }

  /** Notes how long all retries of an event took. */
  noteRetries(ms: number): void {
    this.#slowestRetriesMs = Math.max(this.#slowestRetriesMs ?? 0, ms);
  }

  /** After a failure the target has had the usual time again and again, so less is enough if it is known to be faster. */
  #whileNeeded(usualMs: number, slowestMs: number | undefined): number {
    if (!this.#hasFailed || slowestMs === undefined) return usualMs;
    const briefMs = Math.max(usualMs / BRIEF_TIMES, this.#slowestTimes * slowestMs);
    return Math.min(usualMs, Math.ceil(briefMs / SHOWN_MS) * SHOWN_MS);
  }
}

const FIRST_LOOK_MS = 2;
const LEAST_GROWTH = 1.3;
/** Looks come so often that waiting takes hardly longer than what is waited for. */
const LOOKS_PER_WAIT = 20;
const MAX_LOOK_MS = 100;

/** Waits until something is so, or time is up. */
export async function waitUntil(
  isSo: () => boolean,
  withinMs: number,
  { ticks, sleep }: { readonly ticks: () => number; readonly sleep: (ms: number) => Promise<void> },
): Promise<void> {
  const startedAt = ticks();
  let lookMs = FIRST_LOOK_MS;
  for (let waited = 0; !isSo() && waited < withinMs; waited = ticks() - startedAt) {
    await sleep(Math.min(lookMs, withinMs - waited));
    lookMs = Math.min(lookMs * LEAST_GROWTH, Math.max(MAX_LOOK_MS, waited / LOOKS_PER_WAIT));
  }
}

/** A connection may break once or twice. Where so many break, the sender ends its bodies too early. */
const MOST_BROKEN = 3;

type Delivery = Pick<Arrival, "isUnfinished">;

/**
 * Counts the deliveries that are not waited for again. One that breaks off may be repeated, but not without end.
 * @param run all those of the run, which are read only where one breaks off
 */
export function countWhole(came: readonly Delivery[], run: { readonly all: readonly Delivery[] }): number {
  const broken = came.filter(({ isUnfinished }) => isUnfinished).length;
  if (broken === 0) return came.length;
  const { all } = run;
  const brokenOfAll = all.filter(({ isUnfinished }) => isUnfinished).length;
  const isUsual = broken >= MOST_BROKEN || brokenOfAll >= Math.max(MOST_BROKEN, all.length / 2);
  return came.length - (isUsual ? 0 : broken);
}
