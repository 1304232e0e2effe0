import type { Receiver } from "./receiver.ts";

/** The path from a sender to a receiver, for example a tunnel. */
export interface Way {
  /** The URL for senders, without a slash at its end. */
  readonly url?: string;
  /** Reasons for missing deliveries, one sentence for each time. */
  readonly lapses?: () => readonly string[];
  readonly prove?: Receiver["prove"];
  readonly close?: () => Promise<void>;
}

/** A receiver at the public address of a tunnel. */
export function reachedBy(receiver: Receiver, { url = receiver.url, lapses, prove, close }: Way): Receiver {
  return {
    url,
    endsTls: receiver.endsTls,
    isSelfSigned: receiver.isSelfSigned,
    get brokenOff() {
      return receiver.brokenOff;
    },
    get arrivals() {
      return receiver.arrivals;
    },
    get handshakes() {
      return receiver.handshakes;
    },
    get strays() {
      return receiver.strays;
    },
    get isFull() {
      return receiver.isFull;
    },
    get lapses() {
      return [...receiver.lapses, ...(lapses?.() ?? [])];
    },
    plan: async (token, steps) => receiver.plan(token, steps),
    expect: async (token) => receiver.expect(token),
    catchUp: async () => receiver.catchUp(),
    prove: prove ?? (async () => receiver.prove()),
    async close() {
      await close?.();
      await receiver.close();
    },
  };
}
