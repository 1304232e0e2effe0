import type { SessionSetup } from "./session-setup.ts";
import { moveLog } from "../api/operations/move-log.ts";
import type { FoldableAnswers, LoggedAnswer } from "../api/exchange/answer-log.ts";
import { claimsSignature } from "../profile/bindings.ts";
import { Operations } from "../api/operations/operations.ts";

/** Builds the operations of a session. Without a file for notes, no call may have a lasting effect. */
export function operationsOf(
  { profile, moves, runId, words }: Pick<SessionSetup, "profile" | "moves" | "runId" | "words">,
  answers: FoldableAnswers<Pick<LoggedAnswer, "answer">>,
): Operations {
  return new Operations(
    profile.operations,
    answers,
    moves === undefined
      ? undefined
      : { log: moveLog(moves.file), runId, verifiesSignatures: claimsSignature.holds(profile) },
    words,
  );
}
