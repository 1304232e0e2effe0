import { describeAnswer, looksLikeEnvelope, succeeded } from "../../exchange/answer.ts";
import { mayBeGateway } from "../../exchange/may-be-gateway.ts";
import type { Draft } from "../../request/draft.ts";
import type { Merchant } from "../../merchant/merchant.ts";
import { InapplicableError, InconclusiveError } from "../../../engine/record/verdict.ts";
import { assertAccepted } from "./assert-answered.ts";

/**
 * A valid request is accepted, as its twin is, the plainest of its kind. After a refusal the twin is sent, and the
 * request once more: so it is for what they differ in that it is refused, and not now and then.
 * @throws {Violation} when it is refused both times, and the twin is accepted
 * @throws {InapplicableError} when a gateway answers it both times, and lets the twin pass
 * @throws {InconclusiveError} when the twin is refused too, or the request is accepted the second time: the requirement
 *   about plain requests of the kind decides that
 */
export async function acceptedLikeItsTwin(
  merchant: Merchant,
  draft: Draft,
  twin: Draft,
  what: string,
): Promise<void> {
  const first = await merchant.send(draft);
  // The first answer came from something in front of the target.
  if (first.acceptedAgain === true && !looksLikeEnvelope(first.envelope)) return;
  if (succeeded(first) || first.acceptedAgain === true) return assertAccepted(first, what);
  const plain = await merchant.send(twin);
  if (!succeeded(plain)) {
    throw new InconclusiveError(
      `The target refuses valid requests of every form: a plain ${twin.label} was answered ${describeAnswer(plain)}.`,
    );
  }
  const again = await merchant.send(draft);
  if (mayBeGateway(again))
    throw new InapplicableError(
      `Something in front of the target answers ${what} by a page (${describeAnswer(again)}), so the request does not reach the target. The same request without this difference is accepted.`,
    );
  if (!succeeded(again)) return assertAccepted(again, what);
  throw new InconclusiveError(
    `A valid ${draft.label} is refused now and then: ${describeAnswer(first)} was the answer to one that was accepted when it was sent again.`,
  );
}
