import type { Reply } from "../verification/visit.ts";

/** One delivery on its way. */
export interface OutgoingDelivery {
  readonly method: string;
  /** As it is registered. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Whether the receiver must have a certificate of renown, on loopback too. */
  readonly trustedOnly: boolean;
  /** How long its answer is waited for. */
  readonly timeoutMs: number;
}

/** Sends a delivery; undefined when no answer came. */
export type Post = (delivery: OutgoingDelivery) => Promise<Reply | undefined>;
