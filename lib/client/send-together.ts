import type { Answer } from "./answer.ts";
import type { Draft } from "./draft.ts";
import type { Merchant } from "./merchant.ts";
import { InconclusiveError } from "../verdict.ts";

/** An operation that overlapped others, with when it was sent and answered, in order of events. */
export interface Overlapping {
  readonly draft: Draft;
  readonly sentAt: number;
  /** Undefined: the outcome is unknown. */
  readonly answeredAt: number | undefined;
  readonly answer: Answer | undefined;
}

/** Sends requests at the same time, each over a connection of its own. Waits until each is answered or lost. */
export async function sendTogether(
  requests: readonly { merchant: Merchant; draft: Draft }[],
): Promise<Overlapping[]> {
  let events = 0;
  const send = async (
    { merchant, draft }: { merchant: Merchant; draft: Draft },
    lane: number,
  ): Promise<Overlapping> => {
    const sentAt = (events += 1);
    try {
      const answer = await merchant.send({ ...draft, overlaps: true, lane: `beside-${lane}` });
      return { draft, sentAt, answeredAt: answer.repeated ? undefined : (events += 1), answer };
    } catch (error) {
      if (error instanceof InconclusiveError)
        return { draft, sentAt, answeredAt: undefined, answer: undefined };
      throw error;
    }
  };
  return Promise.all(requests.map(send));
}
