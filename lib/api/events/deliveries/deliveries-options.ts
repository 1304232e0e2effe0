import type { Profile } from "../../../profile/schema/profile-schema.ts";
import type { Arrival } from "../../../receiver/arrival.ts";
import type { Receiver } from "../../../receiver/receiver.ts";
import type { TriggerCall } from "../trigger/trigger-call.ts";
import { UnofferedError } from "../../../engine/record/verdict.ts";

/** The way to a receiver and to events, and the clock of a run. */
export interface DeliveriesOptions {
  readonly events: Profile["events"];
  readonly runId: string;
  /** Whether the run has started the target itself. */
  readonly isEmbedded: boolean;
  readonly secretOf: (merchant: string) => string | undefined;
  /** Milliseconds of a clock of unknown beginning. */
  readonly ticks: () => number;
  /** Milliseconds since 1970. */
  readonly wall: () => number;
  readonly sleep: (ms: number) => Promise<void>;
  readonly trigger: TriggerCall;
  /** Opens the receiver. @throws {UnofferedError} when there can be none */
  readonly open: () => Promise<Receiver>;
  /** Receives each arrival in order, and the addresses that it may have come to. */
  readonly note: (arrival: Arrival, receiverUrl: string, own: readonly string[]) => void;
}

/** The target takes no callback URL of the receiver. @param isNew whether it never took one */
export function refusedAddressError(url: string, answer: string, isNew: boolean): UnofferedError {
  const how = isNew ? "takes no callback URL at" : "refuses now";
  return new UnofferedError(
    "events.receiver.publicUrl",
    `The target ${how} the receiver's address ${url}: ${answer}. Try a public https address.`,
  );
}
