import type { Receiver } from "./receiver.ts";

/** What stands between a sender and a receiver, as far as there is something. */
export interface Way {
  /** The address under which senders reach it, without a slash at its end. */
  readonly url?: string;
  /** Why what was sent meanwhile may be missing, a sentence for each time. */
  readonly lapses?: () => readonly string[];
  readonly prove?: Receiver["prove"];
  readonly close?: () => Promise<void>;
}

/** A receiver at the address from which a way leads to it. */
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
