import { InconclusiveError } from "../../engine/record/verdict.ts";
import { type Answer, describeAnswer, succeeded } from "../exchange/answer.ts";
import { isUnavailable } from "../exchange/infrastructure.ts";
import { NoHttpError } from "../exchange/answer-if-any.ts";
import { type Draft, isNamedOnly, queryDraft, registerDraft } from "../request/draft.ts";
import { mayBeGateway } from "../exchange/may-be-gateway.ts";
import { isRepeatable } from "../request/is-repeatable.ts";
import type { Memory } from "./memory.ts";
import { type DefenceLog, isOfTarget } from "./rejection/defence-log.ts";
import { interruptedError, pageError } from "./rejection/rejected-errors.ts";
import { isBan } from "./rejection/rejection-signs.ts";
import { SecondAsking, type SecondAskingOptions } from "./rejection/second-asking.ts";
import type { ClockWatch } from "./timing/clock-watch.ts";
import { isWrite, type ReadLag, WrittenState } from "./timing/read-lag.ts";

/** Sends a draft and returns the answer. @throws {InconclusiveError} when there is no answer to judge */
export type SendDraft = (draft: Draft) => Promise<Answer>;

/** One step of the way to the target: does its own part, and leaves the rest to the next one. */
export type SendStep = (next: SendDraft) => SendDraft;

/** An outage is outlasted by these pauses, one after the other. */
const PAUSES_MS: readonly number[] = [0, 1_000, 2_000, 5_000, 10_000, 20_000, 30_000];
/** So many of them for a request that the target may reject, or before it has accepted any. */
const BRIEF_PAUSES = 3;

/** After so much waiting in vain it is no outage if another register is accepted. */
const NO_OUTAGE_AFTER_MS = 8_000;

/** After a page that came twice, a request is sent again after these pauses. */
const PAGE_PAUSES_MS: readonly number[] = [300, 1_000];

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

/**
 * Lets the memory hear each answer. A rejection is one of a request that need not succeed.
 * @throws {InconclusiveError} when a page of a ban may have come instead
 */
export function hearAsOpen(memory: Pick<Memory, "hear">): SendStep {
  return (next) => async (draft) => {
    const answer = await next(draft);
    if (isBan(answer)) throw interruptedError(answer);
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

/** Asks after each pause until no page answers. */
async function afterPauses(ask: () => Promise<Answer>, defences: Pick<DefenceLog, "pause">): Promise<Answer> {
  let answer = await ask();
  for (const ms of PAGE_PAUSES_MS) {
    if (isOfTarget(answer) || !(await defences.pause(ms))) break;
    answer = await ask();
  }
  return answer;
}

/**
 * Sends a request again, at once and after pauses, if a router, a cache or a firewall in front of the target may have
 * answered with a page.
 * @throws {InconclusiveError} when it cannot be sent again, and other pages have passed
 */
export function repeatPages(
  defences: Pick<DefenceLog, "mayPass" | "noteAnswer" | "notePage" | "hasPassed" | "pause">,
): SendStep {
  return (next) => async (draft) => {
    const first = await next(draft);
    defences.noteAnswer(first);
    if (draft.isAstray === true || !defences.mayPass(first)) return first;
    if (isRepeatable(draft)) {
      const again = await afterPauses(async () => next(draft), defences);
      defences.notePage(first, { isOver: isOfTarget(again) });
      return again;
    }
    if (defences.hasPassed) throw pageError(first);
    return first;
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

/**
 * Lets every query of a merchant wait until it shows the last request of that merchant that succeeded. One that still shows
 * an earlier state measures how long this takes, and is sent again. One that can show the write itself is sent earlier too,
 * and waits no longer once it does.
 */
export function awaitWrites(lag: Pick<ReadLag, "now" | "awaitWrite" | "earlyLooks" | "learn">): SendStep {
  const state = new WrittenState();
  return (next) => async (draft) => {
    if (isWrite(draft)) return state.write(draft, async () => next(draft), lag);
    if (draft.label !== "query") return next(draft);
    for (const times of state.canShow(draft) ? lag.earlyLooks(state.writtenAt) : []) {
      await lag.awaitWrite(state.writtenAt, times);
      const early = await next(draft);
      if (state.isSeenIn(early)) return state.noteReading(early);
    }
    await lag.awaitWrite(state.writtenAt);
    const answer = await next(draft);
    const peek = async () => next(queryDraft());
    if (state.isLate(answer) && (await lag.learn(state.writtenAt, state.isShownBy, peek))) return next(draft);
    return state.noteReading(answer);
  };
}

/**
 * Sends a request again after pauses while it is answered 502, 503 or 504, in an envelope too: a gateway may have answered,
 * before or after the request took effect. A request that must be rejected is sent once. A valid register that is
 * answered so to the end counts as rejected if the target accepts another register meanwhile.
 * @throws {InconclusiveError} when any other valid request is answered so to the end, or cannot be sent again
 */
export function repeatUnavailable(
  defences: Pick<DefenceLog, "hasAccepted" | "notePassed" | "pause" | "waited">,
  memory: Pick<Memory, "mustSucceed" | "hear" | "loseSightOf">,
  freshUrl: () => string,
): SendStep {
  let isNoOutage = false;
  return (next) => async (draft) => {
    const first = await next(draft);
    if (!isInDoubt(first)) return first;
    const mustSucceed = memory.mustSucceed(first);
    const isBrief = !mustSucceed || !defences.hasAccepted;
    const most = isNoOutage ? 1 : isBrief ? BRIEF_PAUSES : PAUSES_MS.length;
    const pauses = mayBeSentAgain(draft) ? PAUSES_MS.slice(0, most) : [];
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
    const isLong = isNoOutage || waitedMs >= NO_OUTAGE_AFTER_MS;
    if (isLong && draft.label === "register" && mayBeSentAgain(draft)) {
      const other = await next(registerDraft(freshUrl()));
      isNoOutage = succeeded(other);
      if (!isNoOutage) memory.loseSightOf(other.draft);
      else {
        memory.hear(other);
        return first;
      }
    }
    throw new InconclusiveError(
      `A ${draft.label} was answered ${describeAnswer(first)}, and no retry helped. A gateway or an outage may be the reason. The run has waited ${defences.waited} for rejections to pass; run again later.`,
    );
  };
}

function isInDoubt(answer: Answer): boolean {
  const { draft, wire } = answer;
  const mayTakeEffect = draft.expects === "success" || draft.expects === "open";
  return (
    mayTakeEffect && !isNamedOnly(draft) && isUnavailable(wire) && !succeeded(answer) && !mayBeGateway(answer)
  );
}

function mayBeSentAgain(draft: Draft): boolean {
  return draft.overlaps !== true && isRepeatable(draft);
}
