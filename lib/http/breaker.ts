import type { Exchanged, Layer, Outgoing, SendCounts } from "./exchange.ts";
import { AttemptFailedError, NoAnswerError } from "./send-errors.ts";
import type { Gate, WaitLog } from "./gate.ts";

/** The beginning of the reason for requests that were not sent after the target became unreachable. */
export const SENDS_NOTHING_MORE = "The run sends nothing more";

const LOOK_THERE =
  "Look in the log of the target, and of what stands before it: a firewall may ban a client after refused requests.";

const MS_PER_SECOND = 1_000;
/** A third of the waiting time of a run is reserved for requests that the target must answer. */
const PARTS = 3;
/** After this time without answers to optional requests, or to others, further ones of these get a shorter timeout. */
const PATIENT_MS = 20_000;
/** It is no shorter than this, and than the slowest answer took. */
const IMPATIENT_MS = 1_000;
/** The run hurries after some requests without an answer. After so many times as many of one kind, few of that kind are sent; after so many of all kinds, nothing. */
const TIMES_HURRIED = { ofOneKind: 2, ofAll: 6 };
/** A run waits once, for at most so long, for a target that cannot be reached though it, or a gateway, answered. */
const RESTART_MS = 30_000;
/** Failures while a target restarts. A reset, and the page of a gateway, may also be due to the request. */
const RESTARTING: ReadonlySet<AttemptFailedError["kind"]> = new Set(["unreachable", "reset", "gateway"]);

export interface BreakerOptions {
  /** After this number of requests in a row without an answer, the run hurries. Infinity: nothing ends it. */
  readonly maxWithoutAnswer: number;
  /** A run may wait this long in all for missing answers. After that, no longer than for everything else. */
  readonly maxLostMs: number;
  readonly waits: WaitLog;
  readonly now: () => number;
}

/** The requests of one kind that got no answer, since the last one that did. */
interface SilentKind {
  readonly inARow: number;
  /** Whether requests of other kinds were answered since. */
  readonly isAlone: boolean;
  /** Describes the last failure. */
  readonly last: string;
  /** How many were not sent since then. Then one is sent again, because an outage may be over. */
  readonly left: number;
}

/** Ends endless waits for a silent target, and for one that is silent to requests of one kind. */
export class Breaker {
  readonly #options: BreakerOptions;
  #startedAt: number | undefined;
  #withoutAnswer = 0;
  readonly #silentKinds = new Map<string, SilentKind>();
  #slowestMs = 0;
  /** Time spent waiting for answers to optional requests. */
  #lostToUnshownMs = 0;
  #hasAnswered = false;
  /** The end of the wait for a target that may be restarting. */
  #awaitedUntil: number | undefined;

  constructor(options: BreakerOptions) {
    this.#options = options;
  }

  /**
   * The outermost layer.
   * @throws {NoAnswerError} for every request, once nothing more is sent
   */
  readonly layer: Layer = (next) => async (outgoing) => {
    this.#startedAt ??= this.#options.now();
    this.#check(outgoing);
    try {
      const exchanged = await next(this.#hurried(outgoing));
      this.#noteAnswer(kindOf(outgoing));
      return exchanged;
    } catch (error) {
      if (error instanceof NoAnswerError && !mayBeSilent(outgoing, error))
        this.#noteSilence(kindOf(outgoing), error.message);
      throw error;
    }
  };

  /** Notes how long an answer took. */
  answered(ms: number): void {
    this.#slowestMs = Math.max(this.#slowestMs, ms);
  }

  #noteAnswer(kind: string): void {
    this.#withoutAnswer = 0;
    this.#hasAnswered = true;
    this.#silentKinds.delete(kind);
    for (const [other, silent] of this.#silentKinds)
      this.#silentKinds.set(other, { ...silent, isAlone: true });
  }

  #noteSilence(kind: string, last: string): void {
    const { inARow = 0, isAlone = false } = this.#silentKinds.get(kind) ?? {};
    this.#withoutAnswer += 1;
    this.#silentKinds.set(kind, { inARow: inARow + 1, isAlone, last, left: 0 });
  }

  /**
   * Adds the time of a wait without an answer.
   * @returns whether the run may wait for another one
   */
  lost({ isUnshown }: Pick<Outgoing, "isUnshown">, ms: number): boolean {
    this.#options.waits.add("unanswered", ms);
    if (isUnshown === true) this.#lostToUnshownMs += ms;
    return isUnshown === true || !this.#isLost();
  }

  /** Whether the target may be restarting, so that a request is sent again although its retries are used up. */
  mayBeRestarting({ isUnshown, once }: Outgoing, { kind }: AttemptFailedError, retries: number): boolean {
    const mayBeDueToRequest = isUnshown === true || once === true;
    const isSign = mayBeDueToRequest ? kind === "unreachable" : RESTARTING.has(kind);
    if (!isSign || (!this.#hasAnswered && (kind !== "gateway" || !retries))) return false;
    const now = this.#options.now();
    this.#awaitedUntil ??= now + RESTART_MS;
    return now < this.#awaitedUntil;
  }

  #check(outgoing: Outgoing): void {
    const { maxWithoutAnswer, maxLostMs } = this.#options;
    if (this.#withoutAnswer >= maxWithoutAnswer * TIMES_HURRIED.ofAll)
      throw new NoAnswerError(
        `${SENDS_NOTHING_MORE}: ${this.#withoutAnswer} requests in a row got no answer, however often they were sent. ${LOOK_THERE} One of the last times: ${[...this.#silentKinds.values()].at(-1)?.last}`,
      );
    const silent = this.#silentKinds.get(kindOf(outgoing));
    const isLost = this.#isLost();
    const isEnough = (silent?.inARow ?? 0) >= maxWithoutAnswer * TIMES_HURRIED.ofOneKind;
    if (silent && (isLost || (isEnough && silent.left < silent.inARow))) {
      this.#silentKinds.set(kindOf(outgoing), { ...silent, left: silent.left + 1 });
      throw new NoAnswerError(
        `Not sent: no answer came to ${kindOf(outgoing)}, ${silent.inARow === 1 ? "the last time" : `${silent.inARow} times in a row`}.${isLost ? ` The run has waited ${seconds(this.#lostMs)} in all for missing answers, more than for everything else.` : ""} ${LOOK_THERE} ${silent.last}`,
      );
    }
    if (outgoing.isUnshown === true && this.#lostToUnshownMs >= maxLostMs - maxLostMs / PARTS)
      throw new NoAnswerError(
        `Not sent: the target leaves requests that the document does not show unanswered, and the run has waited ${seconds(this.#lostToUnshownMs)} for them.`,
      );
  }

  #hurried(outgoing: Outgoing): Outgoing {
    const isAlone = this.#silentKinds.get(kindOf(outgoing))?.isAlone === true;
    const isHurried = isAlone || this.#withoutAnswer >= this.#options.maxWithoutAnswer;
    const lostMs = outgoing.isUnshown === true ? this.#lostToUnshownMs : this.#lostMs - this.#lostToUnshownMs;
    if (!isHurried && lostMs < PATIENT_MS) return outgoing;
    const shortMs = Math.max(IMPATIENT_MS, this.#slowestMs);
    const make = async () => {
      const request = await outgoing.make();
      return { ...request, timeoutMs: Math.min(request.timeoutMs ?? shortMs, shortMs) };
    };
    return { ...outgoing, isHurried, make };
  }

  get #lostMs(): number {
    return this.#options.waits.ms("unanswered");
  }

  #isLost(): boolean {
    const { maxLostMs, now } = this.#options;
    const lostMs = this.#lostMs;
    const isOfShown = lostMs - this.#lostToUnshownMs >= maxLostMs / PARTS;
    return isOfShown && lostMs >= maxLostMs && lostMs * 2 >= now() - (this.#startedAt ?? 0);
  }
}

function seconds(ms: number): string {
  return `${Math.round(ms / MS_PER_SECOND)} s`;
}

/** Names the requests of one operation and merchant that are right, or wrong on purpose. */
function kindOf({ label, by, isProbe }: Outgoing): string {
  return `${isProbe === true ? "wrong credentials, " : ""}${label}${by === undefined ? "" : ` of ${by}`}`;
}

/** Requests sent only once, and optional ones, say nothing about the others. */
function mayBeSilent({ once, isUnshown }: Outgoing, { isSilence }: NoAnswerError): boolean {
  return once === true || (isUnshown === true && isSilence);
}

const FIRST_PAUSE_MS = 100;
const GROWTH = 2;
/** A restart behind a gateway takes some seconds. */
const GROWTH_BEHIND_GATEWAY = 3;
/** The receiver of optional requests may always be silent, and that of a silent kind was, so the run does not wait again. */
const RETRIES_OF_SILENT = 2;
/** No retry waits for longer than a restart may take. */
const RETRIES_AFTER_TIMEOUT = 2;
const MAX_PAUSE_MS = 5_000;

export interface RetryOptions {
  /** Maximum number of retries of a request. */
  readonly retries: number;
  readonly counts: Pick<SendCounts, "retried">;
  readonly gate: Pick<Gate, "pause">;
  /** Receives the time of each wait without an answer. */
  readonly breaker: Pick<Breaker, "lost" | "mayBeRestarting">;
  /** Hears of a request that was answered after a gateway had answered it by itself. */
  readonly passed?: (exchanged: Exchanged) => void;
}

/**
 * Retries a request after growing pauses if no answer came, and never after an answer.
 * @throws {NoAnswerError} if no answer comes
 */
export function retry({ retries, counts, gate, breaker, passed }: RetryOptions): Layer {
  return (next) => async (outgoing) => {
    let repeated = false;
    let isOfGateway = false;
    for (let failures = 1, pauseMs = FIRST_PAUSE_MS; ; failures += 1) {
      try {
        const exchanged = await next(outgoing);
        if (isOfGateway) passed?.(exchanged);
        return repeated ? { ...exchanged, repeated } : exchanged;
      } catch (error) {
        if (!(error instanceof AttemptFailedError)) throw error;
        repeated ||= error.mayBeApplied;
        isOfGateway = error.kind === "gateway";
        const isOver = failures > Math.min(retries, mostFor(outgoing, error));
        const mayWait = breaker.lost(outgoing, error.lostMs);
        if (!mayWait || (isOver && !breaker.mayBeRestarting(outgoing, error, retries)))
          throw givenUp(outgoing, { failures, retries }, error);
        counts.retried += 1;
        await gate.pause(pauseMs);
        const growth = error.kind === "gateway" ? GROWTH_BEHIND_GATEWAY : GROWTH;
        pauseMs = Math.min(pauseMs * growth, MAX_PAUSE_MS);
      }
    }
  };
}

/** A request that reached nothing, or that a gateway did not take in, has no effect. It may be sent again. */
function mostFor(outgoing: Outgoing, { kind, mayBeApplied }: AttemptFailedError): number {
  const { once, lasting, isUnshown, isHurried } = outgoing;
  const isUntouched = kind === "unreachable" || (kind === "gateway" && !mayBeApplied && lasting !== true);
  if (once === true && !isUntouched) return 0;
  const isSilent = isHurried === true || (isUnshown === true && kind !== "gateway" && !isUntouched);
  if (kind === "timeout") return isSilent ? 0 : RETRIES_AFTER_TIMEOUT;
  return isSilent ? RETRIES_OF_SILENT : Number.POSITIVE_INFINITY;
}

function givenUp(
  { label, once }: Outgoing,
  { failures, retries }: { readonly failures: number; readonly retries: number },
  last: AttemptFailedError,
): NoAnswerError {
  const limit = failures - 1 === retries ? ` (limits.retries ${retries})` : "";
  const because = failures - 1 > retries ? " (as long as a restart may take)" : limit;
  const attempts = failures === 1 ? "1 attempt" : `${failures} attempts${because}`;
  const noHttp = last.kind === "protocol" && once !== true ? last.exchange : undefined;
  const isSilence = last.mayBeApplied && last.kind !== "gateway";
  return new NoAnswerError(`No answer to ${label} after ${attempts}: ${last.message}`, { noHttp, isSilence });
}
