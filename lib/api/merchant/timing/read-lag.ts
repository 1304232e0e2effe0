import { InconclusiveError } from "../../../engine/record/verdict.ts";
import { type Answer, looksLikeEnvelope, succeeded } from "../../exchange/answer.ts";
import { isUnavailable } from "../../exchange/infrastructure.ts";
import { isObject, readJson } from "../../json/json.ts";
import type { Draft, Operation } from "../../request/draft.ts";
import { type Configuration, configurationIn } from "../configuration.ts";
import { signOf } from "../rejection/rejection-signs.ts";
import { type LagClock, type SettlingProbe, timeToSettle } from "./settling.ts";

/** After these pauses a write is looked for that the first query does not show, one after the other. */
const PAUSES_MS: readonly number[] = [0, 20, 50, 100, ...Array.from({ length: 14 }, () => 200)];
/** Pauses before looks that are to see a write, as parts of the longest lag. */
const PARTS_OF_LIMIT = [0, 0.1, 0.2, 0.4, 0.5];
/** The longest lag need not be the one that was measured. */
const MARGIN = 1.5;
/** A run waits at most so long for reads that lag, and twice its other time. Less for a lag that is a failure, or that was measured again. */
const MAX_WAITED_MS = 300_000;
const MAX_WAITED_IN_DOUBT_MS = 80_000;
const TIMES_THE_REST = 2;
/** A query looks for a write after so many times the lag, where its answer can show it. The node of every second query may not lag. */
const EARLY_LOOKS = [0, 0, 1];
/** Several nodes may answer in turn or by chance, and only some of them lag. So many queries in a row must show a write. */
const LOOKS = 12;
/** A target that shows earlier states more often does not lag. */
const MOST_LEARNT = 2;

/** How far the reads of a target lag behind its writes, and how soon it disables a webhook by itself. Each is measured where it shows, and waited for ever after. */
export class ReadLag {
  readonly #clock: LagClock;
  readonly #startedAt: number;
  /** A longer lag is a failure. */
  readonly limitMs: number;
  #lagMs = 0;
  /** How long after a write the earlier state was shown: the lag is at least so long. */
  #staleMs = 0;
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

  /** When to look for a write before it must show, as times of the lag. A node that does not lag shows it at once. */
  earlyLooks(writtenAt: number): readonly number[] {
    return this.#clock.now() < writtenAt + this.#lagMs ? EARLY_LOOKS : [];
  }

  /**
   * Waits until query shows the lasting effect of a write that was answered at a time.
   * @throws {InconclusiveError} when the run has waited too long for this
   */
  async awaitWrite(writtenAt: number, times = MARGIN): Promise<void> {
    const now = this.#clock.now();
    const spanMs = Math.max(this.#lagMs * times, this.#settlesAfterMs);
    // A clock that was set back makes no span longer.
    const dueMs = Math.min(spanMs, writtenAt + spanMs - now);
    if (dueMs <= 0) return;
    const isInDoubt = this.isFailure || this.#learnt === MOST_LEARNT;
    const mostMs = isInDoubt ? MAX_WAITED_IN_DOUBT_MS : MAX_WAITED_MS;
    const restMs = now - this.#startedAt - this.#waitedMs;
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
   * Measures the lag where a query has shown what was there before a write, though it waited for the lag as it was known.
   * Queries until each of several answers in a row shows the write. There is no lag if it never appears.
   * @returns whether it has queried
   */
  async learn(
    writtenAt: number,
    isShownBy: (one: Shown) => boolean,
    peek: () => Promise<Answer>,
  ): Promise<boolean> {
    let staleMs = this.#clock.now() - writtenAt;
    if (this.#learnt === MOST_LEARNT || staleMs > this.limitMs) return false;
    this.#learnt += 1;
    for (const pauseMs of pausesUpTo(this.limitMs)) {
      if (pauseMs > 0) await this.#clock.wait(pauseMs);
      if (await isShownByAll(peek, isShownBy)) {
        this.#lagMs = Math.max(this.#lagMs, Math.ceil(this.#clock.now() - writtenAt), 1);
        this.#staleMs = staleMs;
        return true;
      }
      staleMs = this.#clock.now() - writtenAt;
    }
    return true;
  }
}

const WRITES: readonly string[] = ["register", "disable"] satisfies Operation[];

/** Whether a request is one that queries show the effect of. */
export function isWrite({ label }: Draft): boolean {
  return WRITES.includes(label);
}

/** The state that queries of a merchant must show since its last write. Where reads lag, they show an earlier one. */
export class WrittenState {
  /** Undefined: no valid write alone has brought about what query must show. */
  #written: Draft | undefined;
  #writtenAt = Number.NEGATIVE_INFINITY;
  /** Earlier states, by callback URL; no configuration by the sign of that answer. */
  readonly #former = new Set<unknown>();
  #read: unknown;
  /** The last status that was read since the last write. */
  #status: unknown;
  #registered: unknown;
  /** Whether the last write has made a state that was never there before. */
  #isNew = false;

  /** When the last write was answered, as {@link ReadLag.awaitWrite} needs it. */
  get writtenAt(): number {
    return this.#writtenAt;
  }

  async write(draft: Draft, send: () => Promise<Answer>, clock: Pick<ReadLag, "now">): Promise<Answer> {
    const before = this.#written;
    this.#written = undefined;
    const answer = await send();
    if (!succeeded(answer)) {
      if (draft.overlaps !== true) this.#written = before;
      return answer;
    }
    this.#former.add(this.#registered).add(this.#read);
    if (draft.label === "register") this.#registered = urlIn(draft);
    this.#isNew = draft.label === "register" ? !this.#former.has(this.#registered) : this.#status === 1;
    this.#status = undefined;
    this.#writtenAt = clock.now;
    this.#written = isPlain(draft) ? draft : undefined;
    return answer;
  }

  /** Whether a configuration shows the last write, or nothing that was there before. */
  readonly isShownBy = (shown: Shown): boolean => {
    if (shown === undefined) return false;
    if (this.#written?.label === "disable") return shown.status !== 1;
    const state = stateOf(shown);
    return state === undefined || state === this.#written?.url || !this.#former.has(state);
  };

  /** Whether the answer to a query can show that the last write has been seen. */
  canShow(draft: Draft): boolean {
    return this.#isNew && this.#written !== undefined && isPlain(draft) && draft.lane === undefined;
  }

  /** Whether a query shows the state that the last write has made, where {@link canShow} says that it can. */
  isSeenIn(answer: Answer): boolean {
    const { callbackUrl, status } = configurationIn(answer) ?? {};
    const isDone = this.#written?.label !== "disable" || status === 0;
    return isDone && callbackUrl !== undefined && callbackUrl === this.#registered;
  }

  /** Whether a query shows what was there before the last write. Another connection may lead to another node for good: that is no lag. */
  isLate(answer: Answer): boolean {
    const { draft } = answer;
    const shown = configurationIn(answer);
    const isTelling = shown !== undefined || this.#former.has(signOf(answer));
    const mayTell = isTelling && this.#written !== undefined && isPlain(draft) && draft.lane === undefined;
    return mayTell && !this.isShownBy(shown);
  }

  /** Notes the state that a query shows. @returns its answer */
  noteReading(answer: Answer): Answer {
    const { draft, envelope, wire } = answer;
    const shown = configurationIn(answer);
    this.#status = shown?.status ?? this.#status;
    if (shown !== undefined && !draft.expects.startsWith("refused")) this.#read = stateOf(shown);
    const isOfTarget = looksLikeEnvelope(envelope) && !isUnavailable(wire);
    if (isOfTarget && draft.expects === "open" && this.#written === undefined) this.#read ??= signOf(answer);
    return answer;
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

/** Queries several times, until one answer does not show the write. */
async function isShownByAll(
  peek: () => Promise<Answer>,
  isShownBy: (one: Shown) => boolean,
): Promise<boolean> {
  for (let look = 0; look < LOOKS; look += 1) if (!isShownBy(configurationIn(await peek()))) return false;
  return true;
}

function urlIn({ url, body }: Draft): unknown {
  const reading = url === undefined && body !== undefined ? readJson(body) : undefined;
  return reading?.ok === true && isObject(reading.value) ? reading.value["callbackUrl"] : url;
}

/** Names a state of a configuration: each register of another URL changes it. */
function stateOf({ callbackUrl, updateTime }: Configuration): unknown {
  return callbackUrl ?? updateTime;
}

function isPlain({ expects, overlaps }: Draft): boolean {
  return expects === "success" && overlaps !== true;
}
