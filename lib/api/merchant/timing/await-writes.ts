import { type Answer, succeeded } from "../../exchange/answer.ts";
import { configurationIn } from "../configuration.ts";
import type { SendStep } from "../pipeline.ts";
import { type Draft, queryDraft } from "../../request/draft.ts";
import type { ReadLag } from "./read-lag.ts";

/** What query shows where the merchant has no configuration. */
const NOTHING = null;

/**
 * Lets every query of a merchant wait until it shows the last request of that merchant that succeeded. One that still shows
 * an earlier state measures how long this takes, and is sent again.
 */
export function awaitWrites(lag: Pick<ReadLag, "now" | "awaitWrite" | "learn">): SendStep {
  let writtenAt = Number.NEGATIVE_INFINITY;
  /** Undefined: no write alone has brought about what query must show. */
  let written: Draft | undefined;
  const former = new Set<unknown>([NOTHING]);
  const isShownBy = (shown: ReturnType<typeof configurationIn>) => {
    if (written?.label === "disable") return shown?.status !== 1;
    const url = shown === undefined ? NOTHING : shown.callbackUrl;
    return url === written?.url || !former.has(url);
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
    const peek = async () => next(queryDraft());
    const isLate = !isShownBy(configurationIn(answer)) && (await lag.learn(writtenAt, isShownBy, peek));
    const shown = isLate ? await next(draft) : answer;
    former.add(configurationIn(shown)?.callbackUrl);
    return shown;
  };
}

function isPlain({ expects, overlaps }: Draft): boolean {
  return (expects === "success" || expects === "open") && overlaps !== true;
}
