import type { Attempt } from "../refusals/attempt.ts";
import { callerOf, type CredentialOffences } from "../refusals/caller.ts";
import { attemptAt } from "../refusals/door.ts";
import { refuseAttempts } from "../refusals/refuse-attempts.ts";
import type { CredentialOffence } from "../request/offence.ts";
import type { Merchant } from "../merchant/merchant.ts";
import type { OperationsContext } from "../operations/operations-context.ts";
import { detouredCall, grantedCall, operationDoor, refuseCallsAgain } from "../operations/refuses.ts";
import { unlessUncovered } from "../merchant/unless-uncovered.ts";
import { NONCE_AGAIN } from "../refusals/replays.ts";
import { webhookDoor } from "../webhook/webhook-door.ts";
import type { Detours } from "../request/detours.ts";
import { refuseAtWebhooks } from "../webhook/refuse-credentials.ts";
import type { AuthContext } from "./auth-context.ts";

/** Each may be slow, and is granted a valid call first. */
const OPERATIONS_TRIED = { quick: 1, standard: 2, deep: 100 };
/** A target that accepts these there accepts them at the webhook operations too. */
const BY_FINE_OFFENCES = { ...OPERATIONS_TRIED, quick: 0 };
const BY_DETOURS = { ...OPERATIONS_TRIED, quick: 0, standard: 1 };
const OFFENCES_TRIED = { quick: 1, standard: 1, deep: 3 };

interface Doors {
  /** Whether only a guard that refuses most others lets such an offence pass. */
  readonly isFine?: boolean;
  /** Default: the merchant of the check. */
  readonly merchants?: readonly Merchant[];
  /** Other offences, which show how far a fault reaches. */
  readonly related?: CredentialOffences;
}

type Part = Pick<OperationsContext, "merchant" | "operations" | "effort">;

/**
 * Every door refuses wrong credentials: the webhook operations, and the operations that the document only names.
 * @throws {Violation} when one is granted
 */
export async function refuseEverywhere(
  context: AuthContext,
  offencesOf: CredentialOffences,
  { isFine = false, ...scope }: Doors = {},
): Promise<void> {
  await refuseAtWebhooks(context, offencesOf, scope);
  await refuseBeyondWebhooks(context, offencesOf(callerOf(context, context.merchant)), isFine);
}

/** Some operations that change nothing and grant a valid call refuse these. At quick depth each offence asks one of them. */
async function refuseBeyondWebhooks(
  context: Part,
  offences: readonly CredentialOffence[],
  isFine: boolean,
): Promise<void> {
  const { effort } = context;
  const count = effort.at(isFine ? BY_FINE_OFFENCES : OPERATIONS_TRIED);
  const attempts: Attempt[] = [];
  for (const offence of offences.slice(0, effort.at(OFFENCES_TRIED)))
    for (const operation of await grantingOperations(context, offence.name, count))
      attempts.push(attemptAt(operationDoor(context, operation), offence));
  await refuseAttempts(attempts);
}

/**
 * No detour leads past wrong credentials: it neither shows nor changes a configuration, nor shows a record.
 * @throws {Violation} when one does
 */
export async function refuseDetours(
  context: AuthContext,
  detours: Detours,
  offencesOf: CredentialOffences,
  others = context.others,
): Promise<void> {
  const { merchant, effort } = context;
  await refuseAtWebhooks(context, offencesOf, { merchants: [merchant, ...others], detours });
  const offences = offencesOf(callerOf(context, merchant));
  const { first, further, rare } = detours;
  const ways = [...first, ...further, ...rare].filter(({ operations }) => operations.includes("query"));
  const count = effort.at(BY_DETOURS);
  const attempts: Attempt[] = [];
  for (const [turn, detour] of (count === 0 ? [] : ways).entries())
    for (const operation of await grantingOperations(context, detour.name, count))
      for (const offence of offences.filter((_, at) => turn % offences.length === at))
        attempts.push(...(await detouredCall(context, operation, offence, detour)));
  await refuseAttempts(attempts);
}

/**
 * Calls of such operations are refused when they are sent again, byte for byte. Other merchants send theirs too, if the
 * target grants them the call.
 * @throws {Violation} when one is granted
 * @throws {InconclusiveError} when the first of two calls is refused
 */
export async function refuseReplayBeyondWebhooks(context: Part & Pick<AuthContext, "others">): Promise<void> {
  const { effort, others, operations } = context;
  const granting = await grantingOperations(context, "replay", effort.at(OPERATIONS_TRIED));
  await refuseCallsAgain(context, granting);
  for (const merchant of others) await refuseCallsAgain({ merchant, operations }, granting, () => undefined);
}

/**
 * The nonce of a granted call of such an operation is refused at another one, and at a query of the configuration.
 * @throws {Violation} when one is granted
 */
export async function refuseNonceBeyondWebhooks(context: Part & Pick<AuthContext, "urls">): Promise<void> {
  const { merchant, urls } = context;
  const [first, ...others] = await grantingOperations(context, "nonce", 2);
  const call = first === undefined ? undefined : await grantedCall(context, first);
  if (call === undefined) return;
  const query = webhookDoor(merchant, "query", () => urls.fresh());
  const doors = [query, ...others.map((other) => operationDoor(context, other))];
  const attempts = doors.map((door) => attemptAt(door, { ...NONCE_AGAIN(call.used), once: true }));
  await refuseAttempts(
    attempts.map((one) => ({ ...one, send: async () => unlessUncovered(async () => one.send()) })),
    { every: [] },
  );
}

/** Returns some of those that grant a valid call; other ones for another offence. */
async function grantingOperations(
  { merchant, operations }: Part,
  offence: string,
  count: number,
): Promise<readonly string[]> {
  const reading = operations.reading();
  const first = Buffer.from(offence).reduce((sum, byte) => sum + byte, 0) % (reading.length || 1);
  const granting: string[] = [];
  for (const operation of [...reading.slice(first), ...reading.slice(0, first)]) {
    if (granting.length === count) break;
    if (await operations.grants(merchant, operation)) granting.push(operation);
  }
  return granting;
}
