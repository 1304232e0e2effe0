import { InconclusiveError } from "../../engine/verdict.ts";
import { type Answer, succeeded } from "../exchange/answer.ts";
import { NoHttpError } from "../exchange/no-http-error.ts";
import type { Draft } from "../request/draft.ts";
import { isRepeatable } from "../request/is-repeatable.ts";
import type { Memory } from "./memory.ts";
import { SecondAsking, type SecondAskingOptions } from "./rejection/second-asking.ts";
import type { ClockWatch } from "./timing/clock-watch.ts";
import type { ReadLag } from "./timing/read-lag.ts";

/** Sends a draft and returns the answer. @throws {InconclusiveError} when there is no answer to judge */
export type SendDraft = (draft: Draft) => Promise<Answer>;

/** One step of the way to the target: does its own part, and leaves the rest to the next one. */
export type SendStep = (next: SendDraft) => SendDraft;

/** The longest lag need not be the one that was measured. */
const LAG_MARGIN = 2;

/** Joins steps to one way to the target: the first one is the outermost. */
export function joinSteps(steps: readonly SendStep[], send: SendDraft): SendDraft {
  return steps.reduceRight((next, step) => step(next), send);
}

/** Forgets what a request without an answer may have changed. */
export function noteLoss(memory: Pick<Memory, "noteNoHttp" | "loseSightOf">): SendStep {
  return (next) => async (draft) => {
    try {
      return await next(draft);
    } catch (error) {
      if (error instanceof NoHttpError && draft.isAstray !== true)
        memory.noteNoHttp(error.message, error.exchange);
      memory.loseSightOf(draft);
      throw error;
    }
  };
}

/** Lets the memory hear each answer. A rejection is one of a request that need not succeed. */
export function hearAsOpen(memory: Pick<Memory, "hear">): SendStep {
  return (next) => async (draft) => {
    const answer = await next(draft);
    memory.hear(succeeded(answer) ? answer : { ...answer, draft: { ...draft, expects: "open" } });
    return answer;
  };
}

/** Sends a rejected request again where a temporary defence may have met it, and lets the memory hear what counts. */
export function repeatRejected(options: Omit<SecondAskingOptions, "ask">): SendStep {
  return (next) => {
    const asking = new SecondAsking({ ...options, ask: next });
    return async (draft) => asking.send(draft);
  };
}

/**
 * Signs by the target's clock, and sends again where a clock was set since a valid request was accepted.
 * @throws {InconclusiveError} when the request cannot be sent again, or is a forgery that was accepted
 */
export function signByTheirClock(
  watch: Pick<ClockWatch, "noteAccepted" | "realigns">,
  memory: Pick<Memory, "mustSucceed">,
): SendStep {
  return (next) => async (draft) => {
    const answer = await next(draft);
    const isAccepted = succeeded(answer);
    if (isAccepted && draft.expects === "success") watch.noteAccepted(answer);
    const isContrary = isAccepted ? draft.expects === "refused signature" : memory.mustSucceed(answer);
    if (!isContrary || !watch.realigns(answer)) return answer;
    if (draft.expects === "success" && draft.overlaps !== true && isRepeatable(draft)) return next(draft);
    throw new InconclusiveError(
      "A clock was set in the middle of the run, at this request, which cannot be sent again.",
    );
  };
}

/** Lets every query of a merchant wait until it shows what that merchant has written. */
export function awaitWrites(lag: Pick<ReadLag, "ms" | "clock">): SendStep {
  let writtenAt = Number.NEGATIVE_INFINITY;
  return (next) => async (draft) => {
    const isReading = draft.label === "query";
    if (lag.ms === 0) return next(draft);
    const dueMs = writtenAt + lag.ms * LAG_MARGIN - lag.clock.now();
    if (isReading && dueMs > 0) await lag.clock.wait(dueMs);
    const answer = await next(draft);
    if (!isReading) writtenAt = lag.clock.now();
    return answer;
  };
}
