import { InconclusiveError } from "../../../engine/verdict.ts";
import { type Answer, succeeded } from "../../exchange/answer.ts";
import type { Draft } from "../../request/draft.ts";
import type { Memory } from "../memory.ts";
import type { ClockWatch } from "./clock-watch.ts";
import { isRepeatable } from "../../request/is-repeatable.ts";

type Ask = (draft: Draft) => Promise<Answer>;

/**
 * Asks, and again where a clock was set since a valid request was accepted, so that this one is refused.
 * @throws {InconclusiveError} when it cannot be asked again, or is a forgery that was accepted
 */
export function onTime(
  ask: Ask,
  { watch, memory }: { readonly watch: ClockWatch; readonly memory: Pick<Memory, "mustSucceed"> },
): Ask {
  return async (draft) => {
    const answer = await ask(draft);
    const isAccepted = succeeded(answer);
    if (isAccepted && draft.expects === "success") watch.noteAccepted(answer);
    const isContrary = isAccepted ? draft.expects === "refused signature" : memory.mustSucceed(answer);
    if (!isContrary || !watch.realigns(answer)) return answer;
    if (draft.expects === "success" && draft.overlaps !== true && isRepeatable(draft)) return ask(draft);
    throw new InconclusiveError(
      "A clock was set in the middle of the run, at this request, which cannot be sent again.",
    );
  };
}
