import { InconclusiveError } from "../../../engine/verdict.ts";
import { type Answer, describeAnswer, succeeded } from "../../exchange/answer.ts";
import { isUnavailable } from "../../exchange/infrastructure.ts";
import { type Draft, isNamedOnly } from "../../request/draft.ts";
import { isRepeatable } from "../../request/is-repeatable.ts";
import type { Memory } from "../memory.ts";
import type { SendStep } from "../pipeline.ts";
import type { DefenceLog } from "./defence-log.ts";

/** An outage is outlasted by these pauses, one after the other. */
const PAUSES_MS: readonly number[] = [0, 1_000, 2_000, 5_000, 10_000, 20_000, 30_000];
/** So many of them for a request that the target may reject, or before it has accepted any. */
const BRIEF_PAUSES = 3;

/**
 * Sends a request again after pauses while it is answered 502, 503 or 504, in an envelope too: a gateway may have answered,
 * before or after the request took effect. A request that must be rejected is sent once.
 * @throws {InconclusiveError} when a valid request is answered so to the end, or cannot be sent again
 */
export function repeatUnavailable(
  defences: Pick<DefenceLog, "hasAccepted" | "notePassed" | "pause" | "waited">,
  memory: Pick<Memory, "mustSucceed">,
): SendStep {
  return (next) => async (draft) => {
    const first = await next(draft);
    if (!isInDoubt(first)) return first;
    const mustSucceed = memory.mustSucceed(first);
    const isBrief = !mustSucceed || !defences.hasAccepted;
    const pauses = mayBeSentAgain(draft) ? PAUSES_MS.slice(0, isBrief ? BRIEF_PAUSES : undefined) : [];
    let waitedMs = 0;
    for (const ms of pauses) {
      if (ms > 0 && !(await defences.pause(ms))) break;
      waitedMs += ms;
      const again = await next(draft);
      if (isInDoubt(again)) continue;
      if (succeeded(again)) defences.notePassed(first, { waitedMs });
      return { ...again, repeated: true };
    }
    if (!mustSucceed && draft.overlaps !== true) return first;
    throw new InconclusiveError(
      `A ${draft.label} was answered ${describeAnswer(first)}, and no retry helped. A gateway or an outage may be the reason. The run has waited ${defences.waited} for rejections to pass; run again later.`,
    );
  };
}

function isInDoubt(answer: Answer): boolean {
  const { draft, wire } = answer;
  const mayTakeEffect = draft.expects === "success" || draft.expects === "open";
  return mayTakeEffect && !isNamedOnly(draft) && isUnavailable(wire) && !succeeded(answer);
}

function mayBeSentAgain(draft: Draft): boolean {
  return draft.overlaps !== true && isRepeatable(draft);
}
