import { InconclusiveError } from "../../../engine/record/verdict.ts";
import { type Answer, describeAnswer } from "../../exchange/answer.ts";
import type { DefenceLog } from "./defence-log.ts";

/** A defence rejected a valid request that cannot be sent again. */
export function interruptedError(rejected: Answer): InconclusiveError {
  return new InconclusiveError(
    `The target rejected valid requests for a while, and this one cannot be sent again: ${describeAnswer(rejected)}.`,
  );
}

/** Something in front of the target answers with a page now and then, and so it answered a request that cannot be sent again. */
export function pageError(page: Answer): InconclusiveError {
  return new InconclusiveError(
    `${page.draft.label} was answered ${describeAnswer(page)}, and is not sent again. Something in front of the target has answered other requests with a page too, and they reached the target when they were sent again. Run again later.`,
  );
}

/** A defence may reject every valid request of a merchant, and no pause has helped. */
export function lastingError(
  rejected: Answer,
  { name, defences }: { readonly name: string; readonly defences: Pick<DefenceLog, "waited"> },
): InconclusiveError {
  return new InconclusiveError(
    `Every valid ${rejected.draft.label} of merchant ${name} is rejected now, though valid requests were accepted before: ${describeAnswer(rejected)}. A lock-out, a ban or a cap may be the reason. The run has waited ${defences.waited} for it to pass. Run again later, or set limits.requestsPerSecond to a lower rate.`,
  );
}
