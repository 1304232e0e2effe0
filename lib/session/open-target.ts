import type { RunWaiting } from "../engine/result.ts";
import type { Target } from "../engine/target.ts";
import type { Context, Requirement } from "./requirement.ts";
import type { DeliveriesOptions } from "../api/events/deliveries-options.ts";
import type { Recorder } from "../api/exchange/recorder.ts";
import type { Sender } from "../api/exchange/sender.ts";
import { transportOf } from "./transport-of.ts";
import { deliveriesOf } from "./deliveries-of.ts";
import { openMerchants, type OpenedMerchants } from "./open-merchants.ts";
import { Interference } from "./interference.ts";
import { senderTo } from "./sender-to.ts";
import { SessionContext } from "./session-context.ts";
import type { SessionSetup, Substitutes } from "./session-setup.ts";
import { SYSTEM_CLOCK } from "./system-clock.ts";

/** A target, with the parts that opening, calibrating and closing a session need. */
export interface OpenTarget extends Target<Context>, OpenedMerchants {
  readonly recorder: Recorder;
  readonly signed: boolean;
  /** Another client that was seen beyond doubt so far. */
  readonly sighting: string | undefined;
  /** How long the run has waited so far, by reason. */
  readonly waiting: readonly RunWaiting[];
  /** The clock of this machine, in milliseconds since 1970. */
  localNow(): number;
  close(): Promise<void>;
}

/**
 * Builds everything between the requirements and the target. Sends nothing yet.
 * @param requirements those that listen to every answer; none where nothing is judged
 */
export async function openTarget(
  setup: SessionSetup,
  requirements: readonly Requirement[] = [],
  substitutes: Substitutes = {},
): Promise<OpenTarget> {
  const { profile } = setup;
  const { transport = await transportOf(profile), clock = SYSTEM_CLOCK } = substitutes;
  const sender = senderTo(setup, transport, clock);
  const { recorder } = sender;
  const ending = endingWith(substitutes.signal, sender);
  const paused = { ...clock, sleep: async (ms: number) => sender.pause(ms) };
  const note: DeliveriesOptions["note"] = (arrival, url, own) => recorder.recordArrival(arrival, url, own);
  const deliveries = deliveriesOf(setup, { ...substitutes, sender, clock: paused, note });
  const opened = await openMerchants(setup, requirements, { sender, clock: paused, deliveries });
  const { shared, models } = opened;
  const { findings, seen } = shared;
  const interference = new Interference(models, recorder.log);
  return {
    ...opened,
    recorder,
    findings,
    record: recorder,
    counts: sender.counts,
    returned: seen.returned,
    pins: profile.pins,
    signed: profile.auth.mode === "signed",
    localNow: clock.now,
    get waiting() {
      return sender.waits.list;
    },
    get interference() {
      return interference.doubt;
    },
    get sighting() {
      return interference.sighting;
    },
    begin(requirement, options) {
      recorder.log.begin(requirement, options);
    },
    given: (requirement, only) => new SessionContext(shared, requirement, { record: recorder, only }),
    async close() {
      ending.forget();
      await sender.stop();
      await deliveries.close();
      await transport.close();
    },
  };
}

/** Sends nothing more from the signal on. */
function endingWith(signal: AbortSignal | undefined, sender: Sender): { readonly forget: () => void } {
  const stop = () => void sender.stop();
  if (signal?.aborted === true) stop();
  signal?.addEventListener("abort", stop);
  return { forget: () => signal?.removeEventListener("abort", stop) };
}
