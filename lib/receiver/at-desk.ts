import type { Desk } from "./desk.ts";
import type { Receiver } from "./receiver.ts";

/** The connection of senders to a receiver. */
export type Counter = Pick<Receiver, "url" | "endsTls" | "isSelfSigned" | "brokenOff" | "lapses" | "close">;

/** A receiver in this process, whose requests reach its desk directly. */
export function atDesk(desk: Desk, counter: Counter): Receiver {
  return {
    url: counter.url,
    endsTls: counter.endsTls,
    isSelfSigned: counter.isSelfSigned,
    get brokenOff() {
      return counter.brokenOff;
    },
    get arrivals() {
      return desk.arrivals;
    },
    get handshakes() {
      return desk.handshakes;
    },
    get strays() {
      return desk.strays;
    },
    get isFull() {
      return desk.isFull;
    },
    lapses: counter.lapses,
    plan: async (token, steps) => desk.plan(token, steps),
    expect: async (token) => desk.expect(token),
    catchUp: async () => undefined,
    prove: async () => undefined,
    close: async () => counter.close(),
  };
}
