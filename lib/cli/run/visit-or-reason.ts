import { type Visit, arriveAtTarget } from "../../guest/visit.ts";
import type { RunOrder } from "./run-order.ts";
import { type Unvisited, unvisitedReason } from "./unvisited-reason.ts";
import type { SessionSetup } from "../../session/session.ts";

/** A visit, or the reason why the target cannot be visited. The result reports it. */
export async function visitOrReason(
  { setup }: Pick<RunOrder, "setup">,
  visitor: Visitor,
): Promise<Visit | Unvisited> {
  try {
    return await visitOf(setup, visitor);
  } catch (error) {
    const turned = unvisitedReason(error);
    if (turned === undefined) throw error;
    return turned;
  }
}

/** Visits a target. */
interface Visitor {
  /** Whether the run sends requests. */
  readonly asks: boolean;
  readonly announce: (sentence: string) => void;
  /** Ends the arrival. */
  readonly signal?: AbortSignal;
}

/** Returns the visit of a run. A run without requests visits no target and restores nothing. */
async function visitOf(setup: SessionSetup, { asks, announce, signal }: Visitor): Promise<Visit> {
  if (asks) return arriveAtTarget(setup, { announce, ...(signal !== undefined && { signal }) });
  return {
    setup,
    latencyMs: 0,
    counts: { sent: 0, retried: 0, rateLimited: 0 },
    waiting: [],
    leave: async () => [],
  };
}
