import type { FoldableAnswers, LoggedAnswer } from "../../exchange/answer-log.ts";
import type { HeaderPair } from "../../../http/transport.ts";
import type { Log } from "../../../engine/log.ts";
import type { RecordedExchange } from "../../../engine/recorded-exchange.ts";
import { refusalKindOf } from "./refusal-kind.ts";
import { type ReturnedFields, foldReturnedFields } from "./returned-fields.ts";
import { type SeenAnswer, seenAnswerOf } from "./seen-answer.ts";

const TOO_MANY_REQUESTS = 429;

/** The answers of a run as observations see them, whichever check they were for. */
export interface Seen {
  readonly answers: readonly SeenAnswer[];
  readonly returned: ReturnedFields;
  /** Answers of a rate limit. */
  readonly throttled: readonly RecordedExchange[];
}

interface SeenSoFar {
  readonly answers: SeenAnswer[];
  /** By merchant. */
  readonly nonces: Map<string, Set<string>>;
  signatureChars: number;
}

export function foldSeen(answers: FoldableAnswers<LoggedAnswer>, log: Pick<Log, "all">): Seen {
  const seen = answers.fold<SeenSoFar>({ answers: [], nonces: new Map(), signatureChars: 0 }, addSeen);
  return {
    get answers() {
      return seen().answers;
    },
    returned: foldReturnedFields(answers),
    get throttled() {
      return log.all.filter(isThrottled);
    },
  };
}

function addSeen(seen: SeenSoFar, { caller, answer, observed }: LoggedAnswer): void {
  if (observed === undefined) return;
  const { receivedAt, theirTime, durationMs } = observed;
  const nonces = seen.nonces.get(caller) ?? new Set();
  seen.nonces.set(caller, nonces);
  const { headers } = answer.request;
  const signature = valueOf(headers, "x-signature");
  if (signature !== undefined && answer.draft.tamper === undefined) seen.signatureChars = signature.length;
  const kind = refusalKindOf(answer, {
    now: theirTime,
    isUsed: (nonce) => nonces.has(nonce),
    signatureChars: seen.signatureChars,
  });
  const nonce = valueOf(headers, "x-nonce");
  if (nonce !== undefined) nonces.add(nonce);
  seen.answers.push(seenAnswerOf(answer, { caller, kind, receivedAt, durationMs }));
}

function isThrottled({ answer }: RecordedExchange): boolean {
  return answer?.status === TOO_MANY_REQUESTS;
}

function valueOf(headers: readonly HeaderPair[], name: string): string | undefined {
  return headers.find(([key]) => key.toLowerCase() === name)?.[1];
}
