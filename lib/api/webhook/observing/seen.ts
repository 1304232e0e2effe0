import type { Answer } from "../../exchange/answer.ts";
import type { HeaderPair } from "../../../http/transport.ts";
import type { Log } from "../../../engine/log.ts";
import type { RecordedExchange } from "../../../engine/result.ts";
import { isNamedOnly } from "../../request/draft.ts";
import { refusalKindOf } from "./refusal-kind.ts";
import { ReturnedFields } from "./returned-fields.ts";
import { type SeenAnswer, seenAnswerOf } from "./seen-answer.ts";

const TOO_MANY_REQUESTS = 429;

export interface SeenOptions {
  /** Milliseconds since 1970, by our own clock. */
  readonly now: () => number;
  /** The target's clock, by which requests are signed. */
  readonly theirNow: () => number;
  readonly log: Pick<Log, "at" | "all">;
}

/** What the answers of a run show, whichever check they were for. */
export class Seen {
  readonly answers: SeenAnswer[] = [];
  readonly returned = new ReturnedFields();
  readonly #nonces = new Map<string, Set<string>>();
  readonly #options: SeenOptions;
  #signatureChars = 0;

  constructor(options: SeenOptions) {
    this.#options = options;
  }

  /** Answers of a rate limit. */
  get throttled(): readonly RecordedExchange[] {
    return this.#options.log.all.filter(isThrottled);
  }

  note(caller: string, answer: Answer): void {
    if (answer.draft.isAstray === true || isNamedOnly(answer.draft)) return;
    this.returned.note(answer);
    const { now, theirNow, log } = this.#options;
    const nonces = this.#nonces.get(caller) ?? new Set();
    this.#nonces.set(caller, nonces);
    const { headers } = answer.request;
    const signature = valueOf(headers, "x-signature");
    if (signature !== undefined && answer.draft.tamper === undefined) this.#signatureChars = signature.length;
    const kind = refusalKindOf(answer, {
      now: theirNow(),
      isUsed: (nonce) => nonces.has(nonce),
      signatureChars: this.#signatureChars,
    });
    const nonce = valueOf(headers, "x-nonce");
    if (nonce !== undefined) nonces.add(nonce);
    const durationMs = log.at(answer.exchange)?.durationMs ?? 0;
    this.answers.push(seenAnswerOf(answer, { caller, kind, receivedAt: now(), durationMs }));
  }
}

function isThrottled({ answer }: RecordedExchange): boolean {
  return answer?.status === TOO_MANY_REQUESTS;
}

function valueOf(headers: readonly HeaderPair[], name: string): string | undefined {
  return headers.find(([key]) => key.toLowerCase() === name)?.[1];
}
