import { InconclusiveError, Violation } from "../../../engine/record/verdict.ts";
import { type Answer, describeAnswer } from "../../exchange/answer.ts";
import { NoHttpError } from "../../exchange/answer-if-any.ts";
import type { Draft } from "../../request/draft.ts";
import { WITHOUT_ENVELOPE } from "../model/deviations.ts";
import type { Merchant } from "../../merchant/merchant.ts";

/**
 * A request is answered with an envelope, as its twin is, the plainest of its kind. Otherwise both are sent once more.
 * @param isExcused whether an answer may come from what stands before the API. Default: none
 * @returns the answer to the request: the second one, if the first has no envelope
 * @throws {Violation} when it has no envelope both times, or no answer that can be read, and the twin has one
 * @throws {InconclusiveError} when the twin has none
 */
export async function answeredWithAnEnvelope(
  merchant: Merchant,
  draft: Draft,
  twin: Draft,
  what: string,
  isExcused: (answer: Answer) => boolean = () => false,
): Promise<Answer> {
  const first = await answerOrGarbage(merchant, draft);
  if (!(first instanceof NoHttpError) && (first.envelope !== undefined || isExcused(first))) return first;
  const plain = await merchant.send(twin);
  const again = first instanceof NoHttpError ? first : await merchant.send(draft);
  if (plain.envelope === undefined)
    throw new InconclusiveError(
      `Answers without an envelope are not about ${what}: a plain ${twin.label} was answered ${describeAnswer(plain)}.`,
    );
  if (!(again instanceof NoHttpError) && again.envelope !== undefined) return again;
  throw new Violation({
    expected: `an envelope in answer to ${what}`,
    actual: again instanceof NoHttpError ? again.message : describeAnswer(again),
    exchange: again.exchange,
    deviations: [{ what: WITHOUT_ENVELOPE, door: draft.label, when: ["to an unusual request"] }],
  });
}

/** The answer to a request, or the error for one that is not HTTP however often it is sent. */
async function answerOrGarbage(
  merchant: Pick<Merchant, "send">,
  draft: Draft,
): Promise<Answer | NoHttpError> {
  try {
    return await merchant.send(draft);
  } catch (error) {
    if (error instanceof NoHttpError) return error;
    throw error;
  }
}
