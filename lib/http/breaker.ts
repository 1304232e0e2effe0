import type { Layer, Outgoing } from "./exchange.ts";
import { NoAnswerError } from "./send-errors.ts";

/** How the reason begins that everything has which was not sent, after the target could not be reached any more. */
export const SENDS_NOTHING_MORE = "The run sends nothing more";

/**
 * Sends nothing more after so many requests in a row that got no answer, however often each was sent.
 * @throws {NoAnswerError} from then on
 */
export function breaker(maxWithoutAnswer: number): Layer {
  let withoutAnswer = 0;
  let lastFailure = "";
  return (next) => async (outgoing) => {
    if (withoutAnswer >= maxWithoutAnswer)
      throw new NoAnswerError(
        `${SENDS_NOTHING_MORE}: ${withoutAnswer} requests in a row got no answer, however often they were sent. The last time: ${lastFailure}`,
      );
    try {
      const exchanged = await next(outgoing);
      withoutAnswer = 0;
      return exchanged;
    } catch (error) {
      if (error instanceof NoAnswerError && !mayBeSilent(outgoing, error)) {
        withoutAnswer += 1;
        lastFailure = error.message;
      }
      throw error;
    }
  };
}

/** Asked once, or silent at what nobody need serve: that says nothing of the other requests. */
function mayBeSilent({ once, isUnshown }: Outgoing, { isSilence }: NoAnswerError): boolean {
  return once === true || (isUnshown === true && isSilence);
}
