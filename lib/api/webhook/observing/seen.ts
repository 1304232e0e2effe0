import type { FoldableAnswers, LoggedAnswer } from "../../exchange/answer-log.ts";
import { type Answer, succeeded } from "../../exchange/answer.ts";
import { fieldOf } from "../../json/json.ts";
import { CONFIGURATION_FIELDS, configurationIn, hasConfiguration } from "../../merchant/configuration.ts";
import type { KnownAnswer } from "../model/written-times.ts";
import { isNamedOnly } from "../../request/draft.ts";
import { headerOf } from "../../exchange/infrastructure.ts";
import type { Log } from "../../../engine/record/log.ts";
import type { RecordedExchange } from "../../../engine/requirement/recorded-exchange.ts";
import { refusalKindOf } from "./refusal-kind.ts";
import { type SeenAnswer, seenAnswerOf } from "./seen-answer.ts";

const TOO_MANY_REQUESTS = 429;

/** The answers of a run as observations see them, whichever check they were for. */
export interface Seen {
  readonly answers: readonly SeenAnswer[];
  readonly returned: ReturnedFields;
  /** Answers of a rate limit. */
  readonly throttled: readonly RecordedExchange[];
  /** The oldest nonce of an accepted query of a caller that was used within this time before the last answer. */
  nonceUsedWithin(caller: string, ms: number): UsedNonce | undefined;
}

interface UsedNonce {
  readonly nonce: string;
  /** Whether the caller has disabled its configuration since. */
  readonly isBeforeDisable: boolean;
}

interface SeenSoFar {
  readonly answers: SeenAnswer[];
  readonly nonces: Map<string, Set<string>>;
  /** When the nonces of accepted queries were used, by merchant, in order. */
  readonly accepted: Map<string, Map<string, number>>;
  /** When each merchant last disabled its configuration. */
  readonly disabled: Map<string, number>;
  signatureChars: number;
}

export function foldSeen(answers: FoldableAnswers<KnownAnswer>, log: Pick<Log, "all">): Seen {
  const seen = answers.fold<SeenSoFar>(
    { answers: [], nonces: new Map(), accepted: new Map(), disabled: new Map(), signatureChars: 0 },
    addSeen,
  );
  return {
    get answers() {
      return seen().answers;
    },
    returned: foldReturnedFields(answers),
    get throttled() {
      return log.all.filter(({ answer }) => answer?.status === TOO_MANY_REQUESTS);
    },
    nonceUsedWithin(caller, ms) {
      const { answers: all, accepted, disabled } = seen();
      const since = (all.at(-1)?.receivedAt ?? 0) - ms;
      const found = [...(accepted.get(caller) ?? [])].find(([, at]) => at >= since);
      if (found === undefined) return undefined;
      const [nonce, usedAt] = found;
      return { nonce, isBeforeDisable: (disabled.get(caller) ?? 0) >= usedAt };
    },
  };
}

function addSeen(seen: SeenSoFar, { caller, answer, observed, known }: KnownAnswer): void {
  const nonce = headerOf(answer.request, "x-nonce");
  const nonces = seen.nonces.get(caller) ?? new Set();
  seen.nonces.set(caller, nonces);
  const isUsed = nonce !== undefined && nonces.has(nonce);
  if (nonce !== undefined) nonces.add(nonce);
  if (observed === undefined) return;
  const { receivedAt, theirTime, durationMs } = observed;
  const isValid = answer.draft.tamper === undefined;
  const signature = headerOf(answer.request, "x-signature");
  if (signature !== undefined && isValid) seen.signatureChars = signature.length;
  const kind = refusalKindOf(answer, { now: theirTime, isUsed, signatureChars: seen.signatureChars });
  if (nonce !== undefined && isValid && isAcceptedQuery(answer)) {
    const accepted = seen.accepted.get(caller) ?? new Map<string, number>();
    seen.accepted.set(caller, accepted.set(nonce, receivedAt));
  }
  if (answer.draft.label === "disable" && succeeded(answer)) seen.disabled.set(caller, receivedAt);
  seen.answers.push(seenAnswerOf(answer, { caller, kind, receivedAt, durationMs }, known));
}

/** A rejected query may have an empty object in `data`. */
function isAcceptedQuery(answer: Answer): boolean {
  return answer.draft.label === "query" && succeeded(answer) && hasConfiguration(answer.envelope?.["data"]);
}

/** Which of the optional fields the answers of a run have shown; null counts as absent. */
interface ReturnedFields {
  /** In the order in which they were first seen. */
  readonly names: readonly string[];
  /** Whether a field was left out of every answer that could have had it. */
  never(field: string): boolean;
}

interface Shown {
  readonly names: Set<string>;
  configurations: number;
}

const ENVELOPE_FIELDS = ["code", "msg", "message"] as const;

function foldReturnedFields(answers: FoldableAnswers<Pick<LoggedAnswer, "answer">>): ReturnedFields {
  const shown = answers.fold<Shown>({ names: new Set(), configurations: 0 }, addFields);
  return {
    get names() {
      return [...shown().names];
    },
    never(field) {
      const { names, configurations } = shown();
      return configurations > 0 && !names.has(field);
    },
  };
}

function addFields(shown: Shown, { answer }: Pick<LoggedAnswer, "answer">): void {
  const { envelope, draft } = answer;
  if (envelope === undefined || draft.isAstray === true || isNamedOnly(draft)) return;
  for (const field of ENVELOPE_FIELDS) if (fieldOf(envelope, field) !== undefined) shown.names.add(field);
  const configuration = draft.label === "query" ? configurationIn(answer) : undefined;
  if (configuration === undefined) return;
  shown.configurations += 1;
  for (const field of CONFIGURATION_FIELDS) if (configuration[field] !== undefined) shown.names.add(field);
}
