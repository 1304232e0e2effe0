import { InconclusiveError } from "../../engine/record/verdict.ts";
import type { Answer } from "../exchange/answer.ts";
import type { Draft } from "../request/draft.ts";
import type { Merchant } from "./merchant.ts";

/** A request that a merchant sends while others send too. */
export interface MerchantRequest {
  readonly merchant: Merchant;
  readonly draft: Draft;
}

/** An operation that overlapped others, with when it was sent and answered, in order of events. */
export interface Overlapping extends MerchantRequest {
  readonly sentAt: number;
  /** Undefined: the outcome is unknown. */
  readonly answeredAt: number | undefined;
  readonly answer: Answer | undefined;
}

/** Sends requests at the same time, each over a connection of its own. Waits until each is answered or lost. */
export async function sendTogether(requests: readonly MerchantRequest[]): Promise<Overlapping[]> {
  let events = 0;
  return Promise.all(
    requests.map(async ({ merchant, draft }, index): Promise<Overlapping> => {
      const sentAt = (events += 1);
      const lane = `beside-${index}`;
      try {
        const answer = await merchant.send({ ...draft, overlaps: true, lane });
        return { merchant, draft, sentAt, answeredAt: answer.repeated ? undefined : (events += 1), answer };
      } catch (error) {
        if (!(error instanceof InconclusiveError)) throw error;
        return { merchant, draft, sentAt, answeredAt: undefined, answer: undefined };
      }
    }),
  );
}
