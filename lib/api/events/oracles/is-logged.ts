import type { Deliveries } from "../deliveries.ts";
import type { Emission } from "../emission.ts";
import { isForHook, type Hook } from "../hook.ts";
import { isListed } from "../is-listed.ts";

/**
 * Whether the target's own log of deliveries lists one that has not come to a hook; undefined: there is no such log.
 * @throws {InconclusiveError} when it cannot be read
 */
export async function isLogged(
  deliveries: Deliveries,
  hook: Hook,
  { id }: Emission,
  eventType: string,
): Promise<boolean | undefined> {
  const log = await deliveries.log(hook, eventType);
  if (log === undefined) return undefined;
  const { token } = hook;
  const arrived = deliveries.all.filter((arrival) => isForHook(arrival, hook)).length;
  const tokens = deliveries.hooks.map((one) => one.token);
  return isListed(log, { token, id, arrived, tokens });
}
