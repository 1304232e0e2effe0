import { InconclusiveError, Violation } from "../../engine/verdict.ts";
import { credentialDeviation } from "../exchange/credential-deviation.ts";
import { type Answer, describeAnswer } from "../exchange/answer.ts";
import type { Credentials } from "../request/draft.ts";
import type { CredentialOffence } from "../request/offence.ts";
import type { Attempt } from "../refusals/attempt.ts";
import { callerOf, type CredentialOffences } from "../refusals/caller.ts";
import { coverCases, STRENGTHS } from "../refusals/cover-cases.ts";
import { refuseAttempts } from "../refusals/refuse-attempts.ts";
import { resultOf } from "../refusals/result-of.ts";
import { SENT_AGAIN } from "../refusals/replays.ts";
import { answerIfAny } from "../exchange/answer-if-any.ts";
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
 * An operation that changes nothing is refused to an impostor: the answer shows nothing of what the twin was shown,
 * which differs by its credentials alone.
 * @param granted a valid call that was granted just before. Default: the one that the run knows
 */
export function operationAttempt(
  { merchant, operations }: Part,
  operation: string,
  offence: CredentialOffence & { readonly once?: boolean },
  granted?: Twin,
): Attempt {
  const { name, tamper, expects, lane = `impostor-${expects}`, once = false } = offence;
  return {
    name: `${operation} with ${name}`,
    offence: name,
    door: operation,
    /** @throws {InconclusiveError} when the twin is not granted */
    async send() {
      const twin = granted ?? (await operations.twin(merchant, operation));
      const answer = await merchant.send({ ...twin.draft, expects, tamper, lane, once });
      operations.noteRefusal(operation, answer);
      return callResult(operations, twin, answer);
    },
  };
}

/** The same on a detour to an operation that grants a valid call. The target may serve the detour itself. */
export function detouredAttempt(
  { merchant, operations }: Part,
  operation: string,
  { name, tamper, expects }: CredentialOffence,
  detour: Detour,
): Attempt {
  return {
    name: `${operation} with ${name} and ${detour.name}`,
    offence: detour.name,
    door: operation,
    async send() {
      const twin = await operations.twin(merchant, operation);
      const way = detour.take(twin.draft, identityIn(await merchant.settled()));
      if (way === undefined || (way.method === "GET" && way.body !== undefined)) return undefined;
      const draft = { ...way, tamper, expects, isAstray: true, lane: LANE_OF_DETOURS };
      const answer = await answerIfAny(merchant, draft);
      return answer && callResult(operations, twin, answer);
    },
  };
}

function callResult(operations: OperationsContext["operations"], { data }: Twin, answer: Answer) {
  const isGranted =
    data === undefined ? isGrantedAlike(operations, answer) : showsTheSame(data, answer.envelope?.["data"]);
  return resultOf(answer, isGranted, evidenceOf(answer));
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
      chosen.map(({ operation, offence }) => operationAttempt(context, operation, offence)),
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
 * @throws {Violation} when one is granted
 * @throws {InconclusiveError} when the first of two calls is refused
 */
export async function refuseCallsAgain(part: Part, operations: readonly string[]): Promise<void> {
  const { merchant } = part;
  for (const operation of operations) {
    const { draft } = await part.operations.twin(merchant, operation);
    let used: Credentials = {};
    const first = await merchant.send({ ...draft, tamper: (valid) => (used = valid) });
    const data = first.envelope?.["data"];
    if (data === undefined || !isTelling(data))
      throw new InconclusiveError(`A valid call of ${operation} was refused: ${describeAnswer(first)}.`);
    const again = { ...SENT_AGAIN(used), once: true };
    await refuseAttempts([operationAttempt(part, operation, again, { draft, data })]);
  }
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
