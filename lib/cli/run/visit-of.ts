import { arriveAtTarget, type Visit } from "../../guest/visit.ts";
import type { SessionSetup } from "../../session/session.ts";

/** Visits a target. */
export interface Visitor {
  /** Whether the run sends requests. */
  readonly asks: boolean;
  readonly announce: (sentence: string) => void;
  /** Ends the arrival. */
  readonly signal?: AbortSignal;
}

/** Returns the visit of a run. A run without requests visits no target and restores nothing. */
export async function visitOf(setup: SessionSetup, { asks, announce, signal }: Visitor): Promise<Visit> {
  if (asks) return arriveAtTarget(setup, { announce, ...(signal !== undefined && { signal }) });
  return {
    setup,
    latencyMs: 0,
    counts: { sent: 0, retried: 0, rateLimited: 0 },
    waiting: [],
    leave: async () => [],
  };
}
