import type { RecordedExchange } from "../result.ts";
import type { Draft } from "./draft.ts";
import type { Redactor } from "./redactor.ts";
import type { HeaderPair, WireAnswer, WireRequest } from "./transport.ts";

const MAX_RECORDED_CHARS = 64 * 1024;

/** What became of a request. */
export type Outcome = { readonly answer: WireAnswer } | { readonly failure: string };

/** Keeps the exchanges of the check under way; credentials are redacted before anything is kept. */
export class Recorder {
  readonly #redactor: Redactor;
  readonly #baseUrl: string;
  #exchanges: RecordedExchange[] = [];

  constructor(redactor: Redactor, baseUrl: string) {
    this.#redactor = redactor;
    this.#baseUrl = baseUrl;
  }

  /** Forgets the exchanges before and numbers from 1 again. */
  restart(): void {
    this.#exchanges = [];
  }

  get exchanges(): readonly RecordedExchange[] {
    return this.#exchanges;
  }

  /** A text for people, without credentials. */
  redact(text: string): string {
    return this.#redactor.text(text);
  }

  /** Keeps one exchange and returns its number. */
  record(caller: string, draft: Draft, request: WireRequest, startedAt: number, outcome: Outcome): number {
    const index = this.#exchanges.length + 1;
    this.#exchanges.push({
      index,
      caller,
      label: draft.label,
      ...(draft.tamper === undefined ? {} : { tampered: true }),
      startedAt: new Date(startedAt).toISOString(),
      durationMs: Math.round(Date.now() - startedAt),
      request: {
        method: request.method,
        url: this.redact(`${this.#baseUrl}${request.path}`),
        headers: this.#headers(request.headers),
        ...(request.body === undefined ? {} : { body: this.#body(request.body) }),
      },
      ...("answer" in outcome
        ? { answer: this.#answer(outcome.answer) }
        : { failure: this.redact(outcome.failure) }),
    });
    return index;
  }

  #answer(answer: WireAnswer): NonNullable<RecordedExchange["answer"]> {
    return { status: answer.status, headers: this.#headers(answer.headers), body: this.#body(answer.body) };
  }

  #headers(headers: readonly HeaderPair[]): readonly HeaderPair[] {
    return this.#redactor.headers(headers);
  }

  #body(bytes: Uint8Array): string {
    const text = this.redact(Buffer.from(bytes).toString("utf8"));
    return text.length > MAX_RECORDED_CHARS ? `${text.slice(0, MAX_RECORDED_CHARS)}… (cut)` : text;
  }
}
