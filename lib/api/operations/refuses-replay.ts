import { InconclusiveError } from "../../engine/verdict.ts";
import { describeAnswer } from "../exchange/answer.ts";
import type { Credentials } from "../request/draft.ts";
import type { OperationsContext } from "./operations-context.ts";
import { refuseAttempts } from "../refusals/refuse-attempts.ts";
import { operationAttempt } from "./refuses.ts";
import { isTelling } from "./shows-the-same.ts";

/**
 * A call of an operation is refused when it is sent again, byte for byte.
 * @throws {Violation} when it is granted
 * @throws {InconclusiveError} when the first of the two calls is refused
 */
export async function refusesReplay(
  { merchant, operations }: Pick<OperationsContext, "merchant" | "operations">,
  operation: string,
): Promise<void> {
  const { draft } = await operations.twin(merchant, operation);
  let used: Credentials = {};
  const first = await merchant.send({ ...draft, tamper: (valid) => (used = valid) });
  const data = first.envelope?.["data"];
  if (data === undefined || !isTelling(data))
    throw new InconclusiveError(`A valid call of ${operation} was refused: ${describeAnswer(first)}.`);
  const replay = {
    name: "the credentials of an accepted call, sent again byte for byte,",
    expects: "refused signature",
    tamper: () => used,
    once: true,
  } as const;
  await refuseAttempts([operationAttempt({ merchant, operations }, operation, replay, { draft, data })]);
}
