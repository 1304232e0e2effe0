import { InconclusiveError, Violation } from "../../engine/record/verdict.ts";
import { credentialDeviation } from "../exchange/credential-deviation.ts";
import { type Answer, describeAnswer } from "../exchange/answer.ts";
import type { Credentials } from "../request/draft.ts";
import type { CredentialOffence } from "../request/offence.ts";
import { type Attempt, attemptResult } from "../refusals/attempt.ts";
import { callerOf, type CredentialOffences } from "../refusals/caller.ts";
import { coverCases, STRENGTHS } from "../../engine/requirement/cover-cases.ts";
import { detouredAttempt } from "../refusals/detoured-attempt.ts";
import { attemptAt, type Door } from "../refusals/door.ts";
import { refuseAttempts } from "../refusals/refuse-attempts.ts";
import { SENT_AGAIN } from "../refusals/replays.ts";
import type { Detour } from "../request/detour.ts";
import { identityIn } from "../request/identity.ts";
import type { Move } from "./moves.ts";
import type { Twin } from "./operations.ts";
import type { OperationsContext } from "./operations-context.ts";
import { isTelling, showsTheSame } from "./shows-the-same.ts";

type Part = Pick<OperationsContext, "merchant" | "operations">;

/** Each offence asks another one of them, by turns: what one of them accepts, the others are taken to accept as well. */
const BEYOND_WEBHOOKS = "an operation beyond webhooks";
/** A connection of its own: some servers leave the body of a method that they do not serve to the next request. */
const LANE_OF_DETOURS = "detour";

/**
 * Builds the door of an operation that changes nothing. An impostor is granted the call if the answer shows what the
 * twin was shown.
 * @param granted a valid call that was granted just before. Default: the one that the run knows
 */
export function operationDoor({ merchant, operations }: Part, operation: string, granted?: Twin): Door {
  const twinNow = async () => granted ?? operations.twin(merchant, operation);
  return {
    name: operation,
    merchant,
    request: async () => (await twinNow()).draft,
    async resultOf(answer) {
      operations.noteRefusal(operation, answer);
      return callResult(operations, await twinNow(), answer);
    },
  };
}

/** Builds the attempt on a detour. The target may serve the detour itself. */
export async function detouredCall(
  { merchant, operations }: Part,
  operation: string,
  { name, tamper, expects }: CredentialOffence,
  detour: Detour,
): Promise<readonly Attempt[]> {
  const twin = await operations.twin(merchant, operation);
  return detouredAttempt({
    caller: merchant,
    identity: identityIn(await merchant.settled()),
    straight: { ...twin.draft, tamper, expects, lane: LANE_OF_DETOURS },
    detour,
    nameOf: (taken) => `${operation} with ${name} and ${taken.name}`,
    resultOf: (answer) => callResult(operations, twin, answer),
  });
}

function callResult(operations: OperationsContext["operations"], { data }: Twin, answer: Answer) {
  const isGranted =
    data === undefined ? isGrantedAlike(operations, answer) : showsTheSame(data, answer.envelope?.["data"]);
  return attemptResult(answer, isGranted, evidenceOf(answer));
}

function evidenceOf(answer: Answer) {
  return { actual: describeAnswer(answer), deviations: [credentialDeviation(answer, BEYOND_WEBHOOKS)] };
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

/**
 * Builds a check: every operation of an area refuses wrong credentials. Depth decides which offences and operations meet.
 * @param lasting the only offence at operations that change things for good
 */
export function refusesAt(
  area: string,
  offencesOf: CredentialOffences,
  lasting: CredentialOffence,
): (context: OperationsContext) => Promise<void> {
  return async (context) => {
    const { merchant, operations, effort } = context;
    const offences = effort.triedSparingly(offencesOf(callerOf(context, merchant)));
    const cases = operations
      .reading(area)
      .flatMap((operation) => offences.map((offence) => ({ operation, offence })));
    const chosen = coverCases(cases, (one) => [one.operation, one.offence], effort.at(STRENGTHS));
    await refuseAttempts(
      chosen.map(({ operation, offence }) => attemptAt(operationDoor(context, operation), offence)),
    );
    for (const operation of operations.lasting(area))
      assertMoveRefused(context, operation, await operations.move(merchant, operation), lasting);
  };
}

/** Builds a check: every operation of an area that changes nothing refuses an accepted call when it is sent again. */
export function refusesReplaysAt(area: string): (context: OperationsContext) => Promise<void> {
  return async (context) => refuseCallsAgain(context, context.operations.reading(area));
}

/**
 * Calls of operations that change nothing are refused when they are sent again, byte for byte.
 * @param onRefused called when the first of two calls is refused. Default: nothing can be said
 * @throws {Violation} when one is granted
 * @throws {InconclusiveError} when the first of two calls is refused
 */
export async function refuseCallsAgain(
  part: Part,
  operations: readonly string[],
  onRefused: (operation: string) => void = notGranted,
): Promise<void> {
  for (const operation of operations) {
    const call = await grantedCall(part, operation);
    if (call === undefined) {
      onRefused(operation);
      continue;
    }
    const again = { ...SENT_AGAIN(call.used), once: true };
    await refuseAttempts([attemptAt(operationDoor(part, operation, call.twin), again)]);
  }
}

function notGranted(operation: string): never {
  throw new InconclusiveError(`A valid call of ${operation} was refused.`);
}

/** Sends a valid call. Undefined: the target refuses it. */
export async function grantedCall(
  { merchant, operations }: Part,
  operation: string,
): Promise<{ readonly used: Credentials; readonly twin: Twin } | undefined> {
  const { draft } = await operations.twin(merchant, operation);
  let used: Credentials = {};
  const answer = await merchant.send({ ...draft, tamper: (valid) => (used = valid) });
  const data = answer.envelope?.["data"];
  return data !== undefined && isTelling(data) ? { used, twin: { draft, data } } : undefined;
}

/**
 * An operation that changes things for good is refused to an impostor, and granted with valid credentials.
 * @throws {Violation} when it is granted to the impostor
 * @throws {InconclusiveError} when it was not called so, was not clearly refused, or is not granted with valid credentials
 */
function assertMoveRefused(
  { operations }: Part,
  operation: string,
  move: Move,
  offence: CredentialOffence,
): void {
  if (move.state === "unsent") throw new InconclusiveError(move.reason);
  if (move.state === "granted" && move.offence === offence) {
    const { answer, effect } = move;
    const { actual, deviations } = evidenceOf(answer);
    throw new Violation({
      expected: `${operation} with ${offence.name} to be refused`,
      actual: [actual, effect ?? []].flat().join(", but "),
      exchange: answer.exchange,
      deviations,
    });
  }
  if (move.state === "called" && !operations.wasGranted(operation))
    throw new InconclusiveError(
      `${operation} was refused with ${offence.name}, and with valid credentials too. If operations["${operation}"].body is right, the target may have locked the caller out because of the first call.`,
    );
}
