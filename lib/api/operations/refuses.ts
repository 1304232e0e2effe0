import { InconclusiveError, Violation } from "../../engine/verdict.ts";
import { credentialDeviation } from "../exchange/credential-deviation.ts";
import { type Answer, describeAnswer } from "../exchange/answer.ts";
import type { Move } from "./moves.ts";
import type { Twin } from "./operations.ts";
import type { OperationsContext } from "./operations-context.ts";
import type { CredentialOffence } from "../request/offence.ts";
import { showsTheSame } from "./shows-the-same.ts";
import { WITHOUT_KEY } from "./without-key.ts";

/** Each offence asks another one of them, by turns: what one of them accepts, the others are taken to accept as well. */
const BEYOND_WEBHOOKS = "an operation beyond webhooks";

/**
 * An operation that changes nothing is refused to an impostor: the answer shows nothing of what the twin was shown,
 * which differs by its credentials alone.
 * @param granted a valid call that was granted just before. Default: the one that the run knows
 * @throws {Violation} when it is granted
 * @throws {InconclusiveError} when the twin is not
 */
export async function assertOperationRefuses(
  { merchant, operations }: Pick<OperationsContext, "merchant" | "operations">,
  operation: string,
  {
    name,
    tamper,
    expects,
    lane = `impostor-${expects}`,
    once = false,
  }: CredentialOffence & { readonly once?: boolean },
  granted?: Twin,
): Promise<void> {
  const twin = granted ?? (await operations.twin(merchant, operation));
  const answer = await merchant.send({ ...twin.draft, expects, tamper, lane, once });
  operations.noteRefusal(operation, answer);
  if (
    twin.data === undefined
      ? !isGrantedAlike(operations, answer)
      : !showsTheSame(twin.data, answer.envelope?.["data"])
  )
    return;
  throw new Violation({
    expected: `${operation} with ${name} to be refused`,
    actual: describeAnswer(answer),
    exchange: answer.exchange,
    deviations: [credentialDeviation(answer, BEYOND_WEBHOOKS)],
  });
}

/**
 * Whether an answer grants the call, by its status and code: there is no data to compare.
 * @throws {InconclusiveError} when its status and code do not tell it either
 */
function isGrantedAlike(operations: OperationsContext["operations"], answer: Answer): boolean {
  const meaning = operations.meaningOf(answer);
  if (meaning === "unclear")
    throw new InconclusiveError(
      `${describeAnswer(answer)} is not clearly a refusal, and the valid call shows no data to compare it with. Give operations["${answer.draft.label}"] a body that finds records.`,
    );
  return meaning === "granted";
}

/** Every operation of an area that the profile gives, and to whose effect it consents if it has one, is refused without a key. */
export function refusesWithoutKey(area: string): (context: OperationsContext) => Promise<void> {
  return async (context) => {
    const { operations } = context;
    for (const operation of operations.reading(area))
      await assertOperationRefuses(context, operation, WITHOUT_KEY);
    for (const operation of operations.lasting(area)) await refusesBeforeItMoves(context, operation);
  };
}

/**
 * An operation that changes things for good is refused without an API key, and granted with the right one.
 * @throws {Violation} when it is granted without
 * @throws {InconclusiveError} when the answer without a key does not clearly refuse it, or the valid call is not granted
 */
async function refusesBeforeItMoves(
  { merchant, operations }: Pick<OperationsContext, "merchant" | "operations">,
  operation: string,
): Promise<void> {
  const move = await operations.move(merchant, operation);
  if (move.state === "unsent") throw new InconclusiveError(move.reason);
  assertRefused(operation, move, WITHOUT_KEY);
  if (move.state === "called" && !operations.wasGranted(operation))
    throw new InconclusiveError(
      `${operation} was refused without an API key, and with one too. If operations["${operation}"].body is right, the target may have locked the caller out because of the first call.`,
    );
}

/**
 * Every operation of an area that changes things for good is refused to an impostor.
 * @throws {Violation} when one is granted
 */
export async function refusesToMove(
  { merchant, operations }: Pick<OperationsContext, "merchant" | "operations">,
  area: string,
  offence: CredentialOffence,
): Promise<void> {
  for (const operation of operations.lasting(area))
    assertRefused(operation, await operations.move(merchant, operation), offence);
}

function assertRefused(operation: string, move: Move, offence: CredentialOffence): void {
  if (move.state !== "granted" || move.offence !== offence) return;
  const { answer, effect } = move;
  throw new Violation({
    expected: `${operation} with ${offence.name} to be refused`,
    actual: [describeAnswer(answer), effect ?? []].flat().join(", but "),
    exchange: answer.exchange,
    deviations: [credentialDeviation(answer, BEYOND_WEBHOOKS)],
  });
}
