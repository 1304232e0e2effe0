import { arrive, type Visit } from "../../guest/visit.ts";
import type { SessionSetup } from "../../session/session.ts";

/** Who visits a target. */
export interface Visitor {
  /** Whether anything is to be asked. */
  readonly asks: boolean;
  readonly announce: (sentence: string) => void;
  /** Ends the arrival. */
  readonly signal?: AbortSignal;
}

/** The visit of a run; where nothing is asked, nobody is visited and nothing is put back. */
export async function visitOf(setup: SessionSetup, { asks, announce, signal }: Visitor): Promise<Visit> {
  if (asks) return arrive(setup, { announce, ...(signal !== undefined && { signal }) });
  return {
    setup,
    latencyMs: 0,
    counts: { sent: 0, retried: 0, rateLimited: 0 },
    waiting: [],
    leave: async () => [],
  };
}
