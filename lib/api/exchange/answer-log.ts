import type { Answer } from "./answer.ts";

/** One answer of a run, as it may be remembered beyond its check. All times are in milliseconds since 1970. */
export interface LoggedAnswer {
  /** Name of the merchant. */
  readonly caller: string;
  readonly answer: Answer;
  /** By the Date header of the answer. Default: by the target's clock, as far as it is known. */
  readonly heardAt: number;
  /** Undefined: no observation is about such an answer. */
  readonly observed: ObservedTimes | undefined;
}

/** When an answer came, in milliseconds. */
export interface ObservedTimes {
  /** Since 1970, by the clock of this machine. */
  readonly receivedAt: number;
  /** The same by the target's clock, as far as it is known. */
  readonly theirTime: number;
  /** Since the request was sent. */
  readonly durationMs: number;
}

/** Answers that can be folded. */
export interface FoldableAnswers<Entry> {
  /**
   * @param step adds one answer to the state
   * @returns asks for the state after all answers so far
   */
  fold<State>(state: State, step: (state: State, entry: Entry) => void): () => State;
}

const MOST_WAITING = 64;
const MOST_WAITING_BYTES = 256 * 1024;

/**
 * The answers of a session, in order. Observers remember a fold over them. Reading a fold brings it up to date,
 * so unused observers cost nothing. The log itself keeps only answers that are not folded yet.
 */
export class AnswerLog<Entry extends Pick<LoggedAnswer, "answer">> implements FoldableAnswers<Entry> {
  readonly #folds: ((entry: Entry) => void)[] = [];
  #waiting: Entry[] = [];
  #waitingBytes = 0;

  append(entry: Entry): void {
    this.#waiting.push(entry);
    this.#waitingBytes += entry.answer.wire.body.length;
    if (this.#waiting.length >= MOST_WAITING || this.#waitingBytes >= MOST_WAITING_BYTES) this.#catchUp();
  }

  fold<State>(state: State, step: (state: State, entry: Entry) => void): () => State {
    this.#folds.push((entry) => step(state, entry));
    return () => {
      this.#catchUp();
      return state;
    };
  }

  #catchUp(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    this.#waitingBytes = 0;
    for (const entry of waiting) for (const add of this.#folds) add(entry);
  }
}
