import type { Profile } from "../../profile/profile-schema.ts";
import { type Signer, signer } from "../../signer/signer.ts";
import { authenticator } from "../authenticator.ts";
import type { Transport } from "../../http/transport.ts";
import type { Clock, SessionSetup, Substitutes } from "../webhook/session-setup.ts";
import { Deliveries, type DeliveriesOptions } from "./deliveries.ts";
import { openReceiver } from "./open-receiver.ts";
import { TriggerCall, type TriggerMeans } from "./trigger-call.ts";

/** The way to a target, and what stands in for the receiver in the selftest. */
interface Means extends Pick<Substitutes, "receiver">, Pick<DeliveriesOptions, "note"> {
  readonly transport: Transport;
  readonly clock: Clock;
}

/** The events of a session. Nothing is opened yet. */
export function deliveriesOf(
  { profile, runId }: SessionSetup,
  { transport, clock, receiver, note }: Means,
): Deliveries {
  const ticks = clock.ticks ?? clock.now;
  return new Deliveries({
    events: profile.events,
    runId,
    secretOf: (name) => profile.merchants.find((one) => one.name === name)?.secret,
    ticks,
    sleep: clock.sleep,
    trigger: new TriggerCall(profile, { target: transport, sign: signing(profile, clock), ticks }),
    note,
    open: async () => receiver ?? openReceiver(profile.events, clock),
  });
}

/** Triggers are signed as requests of the API are, by the clock of this machine. */
function signing({ auth, merchants, baseUrl }: Profile, { now }: Clock): TriggerMeans["sign"] {
  let signs: Promise<Signer> | undefined;
  return async (name, draft, path) => {
    const merchant = merchants.find((one) => one.name === name);
    if (merchant === undefined)
      throw new Error(`Cannot sign a trigger as ${name}: there is no such merchant`);
    if (auth.mode === "signed" && auth.signature !== undefined) signs ??= signer(auth.signature);
    const own = signs === undefined ? {} : { signer: await signs };
    const basePath = new URL(baseUrl).pathname.replace(/\/$/, "");
    return authenticator({ merchant, now, ...own }).headers(draft, `${basePath}${path}`);
  };
}
