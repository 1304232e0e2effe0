import type { Effort } from "../../../engine/effort.ts";
import type { Merchant } from "../../merchant/merchant.ts";
import type { Deliveries } from "../deliveries.ts";
import type { Emission } from "../emission.ts";

/** Triggers an event of each type. The run waits for all of them together. */
export async function triggerEach(
  deliveries: Deliveries,
  merchant: Merchant,
  types: readonly string[],
): Promise<readonly Emission[]> {
  const emissions: Emission[] = [];
  for (const type of types) emissions.push(await deliveries.trigger(merchant, type));
  return emissions;
}

/** The event types of one round: all of them, or at quick depth some, which differ from turn to turn. */
export function typesInTurn(effort: Effort, types: readonly string[], turn: number): readonly string[] {
  const start = turn % Math.max(types.length, 1);
  return effort.tried([...types.slice(start), ...types.slice(0, start)]);
}
