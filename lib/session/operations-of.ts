import type { SessionSetup } from "./session-setup.ts";
import { moveLog } from "../api/operations/move-log.ts";
import type { FoldableAnswers, LoggedAnswer } from "../api/exchange/answer-log.ts";
import { Operations } from "../api/operations/operations.ts";

/** The operations of a session. Where nothing says where it is to be noted, nothing may have an effect for good. */
export function operationsOf(
  { profile, moves, runId, words }: Pick<SessionSetup, "profile" | "moves" | "runId" | "words">,
  answers: FoldableAnswers<Pick<LoggedAnswer, "answer">>,
): Operations {
  return new Operations(
    profile.operations,
    answers,
    moves === undefined ? undefined : { log: moveLog(moves.file), runId },
    words,
  );
}
