import { InconclusiveError, Violation } from "../../engine/verdict.ts";
import { credentialDeviation } from "../exchange/credential-deviation.ts";
import { type Answer, describeAnswer } from "../exchange/answer.ts";
import type { CredentialOffence } from "../request/offence.ts";
import type { Attempt } from "../refusals/attempt.ts";
import { callerOf, type CredentialOffences } from "../refusals/caller.ts";
import { coverCases, STRENGTHS } from "../refusals/cover-cases.ts";
import { refuseAttempts } from "../refusals/refuse-attempts.ts";
import { UNKNOWN_KEY, WITHOUT_KEY, WRONG_KEYS } from "../refusals/wrong-keys.ts";
import { answerIfAny } from "../exchange/answer-if-any.ts";
import type { Detour } from "../request/detour.ts";
import { identityIn } from "../request/identity.ts";
import type { Move } from "./moves.ts";
import type { Twin } from "./operations.ts";
import type { OperationsContext } from "./operations-context.ts";
import { showsTheSame } from "./shows-the-same.ts";

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
      return resultOf(operations, twin, answer);
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
      return answer && resultOf(operations, twin, answer);
    },
  };
}

function resultOf(operations: OperationsContext["operations"], { data }: Twin, answer: Answer) {
  const isGranted =
    data === undefined ? isGrantedAlike(operations, answer) : showsTheSame(data, answer.envelope?.["data"]);
  return { isGranted, isProof: true, exchange: answer.exchange, evidence: evidenceOf(answer) };
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

/** Every operation of an area that the profile gives, and to whose effect it consents if it has one, is refused without a key. */
export function refusesWithoutKey(area: string): (context: OperationsContext) => Promise<void> {
  return async (context) => {
    const { operations } = context;
    const reading = operations.reading(area);
    await refuseAttempts(reading.map((operation) => operationAttempt(context, operation, WITHOUT_KEY)));
    for (const operation of operations.lasting(area)) await refusesBeforeItMoves(context, operation);
  };
}

/**
 * Every operation of an area is refused with wrong keys. Operations that change things for good are tried with an unknown key
 * only.
 */
export function refusesWrongKeys(area: string): (context: OperationsContext) => Promise<void> {
  const { unknown, empty, truncated, extended, oneCharacterOff, caseChanged } = WRONG_KEYS;
  const tables = [unknown, empty, truncated, extended, oneCharacterOff, caseChanged];
  return refusesEach(area, (caller) => tables.flatMap((table) => table(caller).slice(0, 1)), UNKNOWN_KEY);
}

/** @param lasting the only offence at operations that change things for good */
export function refusesEach(
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
    await refusesToMove(context, area, lasting);
  };
}

/**
 * An operation that changes things for good is refused without an API key, and granted with the right one.
 * @throws {Violation} when it is granted without
 * @throws {InconclusiveError} when the answer without a key does not clearly refuse it, or the valid call is not granted
 */
async function refusesBeforeItMoves({ merchant, operations }: Part, operation: string): Promise<void> {
  const move = await operations.move(merchant, operation);
  if (move.state === "unsent") throw new InconclusiveError(move.reason);
  assertMoveRefused(operation, move, WITHOUT_KEY);
  if (move.state === "called" && !operations.wasGranted(operation))
    throw new InconclusiveError(
      `${operation} was refused without an API key, and with one too. If operations["${operation}"].body is right, the target may have locked the caller out because of the first call.`,
    );
}

/** @throws {Violation} when an operation of an area that changes things for good is granted to an impostor */
async function refusesToMove(
  { merchant, operations }: Part,
  area: string,
  offence: CredentialOffence,
): Promise<void> {
  for (const operation of operations.lasting(area))
    assertMoveRefused(operation, await operations.move(merchant, operation), offence);
}

function assertMoveRefused(operation: string, move: Move, offence: CredentialOffence): void {
  if (move.state !== "granted" || move.offence !== offence) return;
  const { answer, effect } = move;
  const { actual, deviations } = evidenceOf(answer);
  throw new Violation({
    expected: `${operation} with ${offence.name} to be refused`,
    actual: [actual, effect ?? []].flat().join(", but "),
    exchange: answer.exchange,
    deviations,
  });
}
