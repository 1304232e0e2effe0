import type { Transport } from "../../http/transport.ts";
import type { Receiver } from "../../receiver/receiver.ts";
import type { Clock, SessionSetup } from "../webhook/session-setup.ts";
import { Deliveries } from "./deliveries.ts";
import { openReceiver } from "./open-receiver.ts";
import { TriggerCall } from "./trigger-call.ts";

/** The way to a target, and what stands in for the receiver in the selftest. */
interface Means {
  readonly transport: Transport;
  readonly clock: Clock;
  readonly receiver?: Receiver;
}

/** The events of a session. Nothing is opened yet. */
export function deliveriesOf(
  { profile, runId }: SessionSetup,
  { transport, clock, receiver }: Means,
): Deliveries {
  return new Deliveries({
    events: profile.events,
    runId,
    ticks: clock.ticks ?? clock.now,
    sleep: clock.sleep,
    trigger: new TriggerCall(profile, transport),
    open: async () => receiver ?? openReceiver(profile.events),
  });
}
