import type { Profile } from "../profile/schema/profile-schema.ts";
import { signerOf } from "../signer/signer.ts";
import { createAuthenticator } from "../api/credentials/authenticator.ts";
import { undiciTransport } from "../http/undici-transport.ts";
import { egressOf } from "./egress-of.ts";
import type { Sender } from "../api/exchange/sender.ts";
import { senderTo } from "./sender-to.ts";
import type { Clock, SessionSetup, Substitutes } from "./session-setup.ts";
import { Deliveries } from "../api/events/deliveries/deliveries.ts";
import type { DeliveriesOptions } from "../api/events/deliveries/deliveries-options.ts";
import { TriggerCall, type TriggerMeans } from "../api/events/trigger/trigger-call.ts";
import { type TriggerWay, TriggerWays } from "../api/events/trigger/trigger-ways.ts";

/** The way to a target, and what stands in for the receiver in the selftest. */
interface Means extends Pick<Substitutes, "receiver">, Pick<DeliveriesOptions, "note"> {
  readonly sender: Sender;
  readonly clock: Clock;
}

/** The events of a session. Nothing is opened yet. */
export function deliveriesOf(setup: SessionSetup, { sender, clock, receiver, note }: Means): Deliveries {
  const { profile, runId } = setup;
  const ticks = clock.ticks ?? clock.now;
  const ways = new TriggerWays({
    baseUrl: profile.baseUrl,
    target: sender,
    open: (origin) => wayTo(origin, setup, clock),
  });
  return new Deliveries({
    events: profile.events,
    runId,
    isEmbedded: setup.ephemeral === true,
    secretOf: (name) => profile.merchants.find((one) => one.name === name)?.secret,
    ticks,
    wall: clock.now,
    sleep: clock.sleep,
    trigger: new TriggerCall(profile, { ways, sign: signing(profile, clock), ticks }),
    note,
    open: async () => {
      if (receiver !== undefined) return receiver;
      const { openReceiver } = await import("./open-receiver.ts");
      return openReceiver(profile.events, clock, runId);
    },
  });
}

/** Opens the way to the server of a trigger. It has the same limits as the target, with a separate count. */
function wayTo(origin: string, setup: SessionSetup, clock: Clock): TriggerWay {
  const { limits } = setup.profile;
  const transport = undiciTransport({
    baseUrl: origin,
    egress: egressOf(setup.profile),
    timeoutMs: limits.timeoutMs,
    allowH2: false,
  });
  const profile = { ...setup.profile, baseUrl: origin };
  const sender = senderTo({ ...setup, profile }, transport, clock);
  return {
    sendUnseen: async (label, make) => sender.sendUnseen(label, make),
    async close() {
      await sender.stop();
      await transport.close();
    },
  };
}

/** Triggers are signed as requests of the API are, by the clock of this machine. */
function signing({ auth, merchants }: Profile, clock: Clock): TriggerMeans["sign"] {
  let signs: ReturnType<typeof signerOf> | undefined;
  return async (name, draft, path) => {
    const merchant = merchants.find((one) => one.name === name);
    if (merchant === undefined)
      throw new Error(`Cannot sign a trigger as ${name}: there is no such merchant`);
    signs ??= signerOf(auth);
    return createAuthenticator({ merchant, clock, signer: await signs }).headers(draft, path);
  };
}
