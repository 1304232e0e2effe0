import type { OperationsContext } from "../operations/operations-context.ts";
import type { CredentialOffence } from "../request/offence.ts";
import { assertOperationRefuses } from "../operations/refuses.ts";
import { refusesReplay } from "../operations/refuses-replay.ts";

/** Each may be slow, and is granted a valid call first. */
const OPERATIONS_TRIED = { quick: 1, standard: 2, deep: 100 };
/** Whoever takes these by a wrong key takes them at the webhook operations too. */
const BY_FINE_OFFENCES = { ...OPERATIONS_TRIED, quick: 0 };
const OFFENCES_TRIED = { quick: 1, standard: 1, deep: 3 };

type Part = Pick<OperationsContext, "merchant" | "operations" | "effort">;

/**
 * Impostors are refused by the operations that the document only names as well, as far as the profile gives some that
 * change nothing and grant a valid call. At quick depth each offence asks one of them, by turns.
 * @param isFine whether only a guard that refuses most others lets such an offence pass: not tried at quick depth
 * @throws {Violation} when one is granted
 */
export async function refusedBeyondWebhooks(
  context: Part,
  offences: readonly CredentialOffence[],
  isFine = false,
): Promise<void> {
  const operations = context.effort.at(isFine ? BY_FINE_OFFENCES : OPERATIONS_TRIED);
  for (const offence of offences.slice(0, context.effort.at(OFFENCES_TRIED)))
    for (const operation of await chosen(context, offence.name, operations))
      await assertOperationRefuses(context, operation, offence);
}

/**
 * A call of such an operation is refused when it is sent again, byte for byte.
 * @throws {Violation} when it is granted
 * @throws {InconclusiveError} when the first of the two calls is refused
 */
export async function refusesReplayBeyondWebhooks(context: Part): Promise<void> {
  for (const operation of await chosen(context, "replay", context.effort.at(OPERATIONS_TRIED)))
    await refusesReplay(context, operation);
}

/** Some of those that grant a valid call; other ones for another offence. */
async function chosen(
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
