import type { Desk } from "./desk.ts";
import type { Receiver } from "./receiver.ts";

/** The connection of senders to a receiver. */
export type Counter = Pick<Receiver, "url" | "endsTls" | "isSelfSigned" | "brokenOff" | "lapses" | "close">;

/** A receiver in this process, whose requests reach its desk directly. */
export function atDesk(desk: Desk, counter: Counter): Receiver {
  return {
    ...counter,
    arrivals: desk.arrivals,
    handshakes: desk.handshakes,
    strays: desk.strays,
    isFull: () => desk.isFull,
    plan: async (token, steps) => desk.plan(token, steps),
    expect: async (token) => desk.expect(token),
    catchUp: async () => undefined,
    prove: async () => undefined,
  };
}
