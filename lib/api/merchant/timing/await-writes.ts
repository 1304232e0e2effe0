import { type Answer, succeeded } from "../../exchange/answer.ts";
import { type Configuration, configurationIn } from "../configuration.ts";
import type { SendStep } from "../pipeline.ts";
import { signOf } from "../rejection/rejection-signs.ts";
import { type Draft, queryDraft } from "../../request/draft.ts";
import type { ReadLag } from "./read-lag.ts";

/**
 * Lets every query of a merchant wait until it shows the last request of that merchant that succeeded. One that still shows
 * an earlier state measures how long this takes, and is sent again.
 */
export function awaitWrites(lag: Pick<ReadLag, "now" | "awaitWrite" | "learn">): SendStep {
  let writtenAt = Number.NEGATIVE_INFINITY;
  /** Undefined: no valid write alone has brought about what query must show. */
  let written: Draft | undefined;
  /** What query has shown, or must have shown, before: no configuration, too, by the sign of that answer. */
  const former = new Set<unknown>();
  let read: unknown;
  const isShownBy = (shown: Configuration | undefined) => {
    if (shown === undefined) return false;
    if (written?.label === "disable") return shown.status !== 1;
    const state = stateOf(shown);
    return state === undefined || state === written?.url || !former.has(state);
  };
  const write = async (draft: Draft, send: () => Promise<Answer>) => {
    const before = written;
    written = undefined;
    const answer = await send();
    written = before;
    if (!succeeded(answer)) return answer;
    if (before?.label === "register") former.add(before.url);
    former.add(read);
    writtenAt = lag.now;
    written = isPlain(draft) ? draft : undefined;
    return answer;
  };
  return (next) => async (draft) => {
    if (draft.label !== "query") return write(draft, async () => next(draft));
    await lag.awaitWrite(writtenAt);
    const answer = await next(draft);
    const shown = configurationIn(answer);
    const isTelling = shown !== undefined || former.has(signOf(answer));
    const mayBeLate = isTelling && written !== undefined && isPlain(draft) && !isShownBy(shown);
    const peek = async () => next(queryDraft());
    if (mayBeLate && (await lag.learn(writtenAt, isShownBy, peek))) return next(draft);
    if (shown !== undefined && !draft.expects.startsWith("refused")) read = stateOf(shown);
    if (answer.envelope !== undefined && draft.expects === "open" && written === undefined)
      read = signOf(answer);
    return answer;
  };
}

/** Names a state of a configuration: each register of another URL changes it. */
function stateOf({ callbackUrl, updateTime }: Configuration): unknown {
  return callbackUrl ?? updateTime;
}

/** Another connection may lead to another node for good: that is no lag. */
function isPlain({ expects, overlaps, lane }: Draft): boolean {
  return expects === "success" && overlaps !== true && lane === undefined;
}
