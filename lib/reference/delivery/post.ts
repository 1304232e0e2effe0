/** One delivery on its way. */
export interface OutgoingDelivery {
  readonly method: string;
  /** As it is registered. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Whether the receiver must have a certificate of renown, on loopback too. */
  readonly trustedOnly: boolean;
}

/** Sends a delivery; the status of the answer, undefined when none came. */
export type Post = (delivery: OutgoingDelivery) => Promise<number | undefined>;
