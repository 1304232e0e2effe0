import { Violation } from "../../../engine/verdict.ts";
import type { Deliveries } from "../deliveries.ts";
import type { Emission } from "../emission.ts";
import type { Hook } from "../hook.ts";
import { fresh } from "./fresh.ts";

/**
 * Waits as long as it takes to say that nothing comes.
 * @param what would be wrong, for example `no delivery to the former callback URL`
 */
export async function staysAway(
  deliveries: Deliveries,
  hook: Hook,
  emission: Emission,
  what: string,
): Promise<Violation | undefined> {
  await deliveries.silence();
  const { length } = fresh(deliveries, hook, emission);
  if (length === 0) return undefined;
  return new Violation({ expected: what, actual: `${length} to ${hook.url}` });
}
