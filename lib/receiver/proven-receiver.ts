import type { Receiver } from "./receiver.ts";

/** A receiver that can be asked whether the public way to it is open. */
export interface ProvenReceiver {
  readonly receiver: Receiver;
  /** What became of a request of our own by the public way; undefined: it arrived as it was sent, or there is no such way. */
  readonly prove: () => Promise<string | undefined>;
}
