import type { McpAnswer } from "../wire/mcp-request.ts";
import type { Mcp } from "./mcp.ts";
import { perService } from "./once-per-service.ts";

/** After these pauses a run looks again for an effect that a reading does not show, one after the other. */
const PAUSES_MS: readonly number[] = [50, 50, 100, 200, 300, 400, 500, 500];
/** A later lag may be longer than the one that was seen. */
const MARGIN = 2;
const MAX_LAG_MS = 2_000;

/** The lag of the readings of a service behind its writes, as far as the run has seen. */
interface Lag {
  ms: number;
}

const lagOf = perService((): Lag => ({ ms: 0 }));

/**
 * Reads after calls of tools, and again until the effect of a permitted call that succeeded shows: for about 2 s. After
 * calls without permission it first waits as long as a permitted effect has taken.
 * @param hasEffect whether a reading shows the effect of the permitted call. Default: no call must have one
 * @throws {BudgetError} if the time of the run is too short
 */
export async function readEffects(
  mcp: Mcp,
  calls: readonly McpAnswer[],
  read: () => Promise<McpAnswer>,
  hasEffect: (reading: McpAnswer) => boolean = () => true,
): Promise<McpAnswer> {
  const lag = lagOf(mcp);
  const probes = calls.filter(({ request }) => request.isProbe === true);
  const hasProbes = probes.length > 0;
  const mustShow = calls.some((call) => !probes.includes(call) && mcp.succeeds(call));
  const startedAt = mcp.now();
  if (hasProbes) await pass(mcp, lag);
  let reading = await read();
  if (!mustShow || hasEffect(reading)) return reading;
  for (const pauseMs of PAUSES_MS) {
    await mcp.wait(pauseMs, "lag");
    reading = await read();
    if (!hasEffect(reading)) continue;
    lag.ms = Math.max(lag.ms, mcp.now() - startedAt);
    if (hasProbes) await pass(mcp, lag);
    return hasProbes ? read() : reading;
  }
  return reading;
}

/** Waits until effects show that showed late before. */
async function pass(mcp: Mcp, { ms }: Lag): Promise<void> {
  if (ms > 0) await mcp.wait(Math.min(ms * MARGIN, MAX_LAG_MS), "lag");
}
