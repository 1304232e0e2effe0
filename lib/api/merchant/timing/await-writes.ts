import { type Answer, succeeded } from "../../exchange/answer.ts";
import { type Configuration, configurationIn } from "../configuration.ts";
import type { SendStep } from "../pipeline.ts";
import { type Draft, queryDraft } from "../../request/draft.ts";
import type { ReadLag } from "./read-lag.ts";

/**
 * Lets every query of a merchant wait until it shows the last request of that merchant that succeeded. One that still shows
 * an earlier state measures how long this takes, and is sent again.
 */
export function awaitWrites(lag: Pick<ReadLag, "now" | "awaitWrite" | "learn">): SendStep {
  let writtenAt = Number.NEGATIVE_INFINITY;
  /** Undefined: no write alone has brought about what query must show. */
  let written: Draft | undefined;
  const former = new Set<unknown>();
  const isShownBy = (shown: Configuration | undefined) => {
    if (shown === undefined) return false;
    if (written?.label === "disable") return shown.status !== 1;
    const { callbackUrl } = shown;
    return callbackUrl === undefined || callbackUrl === written?.url || !former.has(callbackUrl);
  };
  const write = async (draft: Draft, send: () => Promise<Answer>) => {
    former.add(written?.url);
    written = undefined;
    const answer = await send();
    if (!succeeded(answer)) return answer;
    writtenAt = lag.now;
    if (isPlain(draft)) written = draft;
    return answer;
  };
  return (next) => async (draft) => {
    if (draft.label !== "query") return write(draft, async () => next(draft));
    await lag.awaitWrite(writtenAt);
    const answer = await next(draft);
    if (written === undefined || !isPlain(draft)) return answer;
    const shown = configurationIn(answer);
    if (shown === undefined) return answer;
    const peek = async () => next(queryDraft());
    if (!isShownBy(shown) && (await lag.learn(writtenAt, isShownBy, peek))) return next(draft);
    former.add(shown.callbackUrl);
    return answer;
  };
}

/** Another connection may lead to another node for good: that is no lag. */
function isPlain({ expects, overlaps, lane }: Draft): boolean {
  return expects === "success" && overlaps !== true && lane === undefined;
}
