import { UnofferedError } from "../engine/verdict.ts";
import type { Profile } from "../profile/profile-schema.ts";
import type { Receiver } from "../receiver/receiver.ts";
import { httpRelay } from "../receiver/relay/http-relay.ts";
import { moduleRelay } from "../receiver/relay/module-relay.ts";
import { type RelayDefaults, type Relay, RelayError } from "../receiver/relay/relay.ts";
import { relayReceiver } from "../receiver/relay/relay-receiver.ts";
import type { Clock } from "./session-setup.ts";

type RelayProfile = NonNullable<NonNullable<Profile["events"]["receiver"]>["relay"]>;

/**
 * Opens the receiver that a relay elsewhere is.
 * @throws {UnofferedError} when it cannot be used
 */
export async function openRelay(
  relay: RelayProfile,
  manners: RelayDefaults,
  { now, sleep, ticks = now }: Clock,
): Promise<Receiver> {
  try {
    return await relayReceiver(await named(relay), { ...manners, now, ticks, sleep });
  } catch (error) {
    if (!(error instanceof RelayError)) throw error;
    throw new UnofferedError(
      `events.receiver.relay.${error.field}`,
      `Cannot receive deliveries: ${error.message}`,
    );
  }
}

async function named({ url, token, module }: RelayProfile): Promise<Relay> {
  if (module !== null) return moduleRelay(module);
  if (url !== null && token !== null) return httpRelay({ url, token });
  throw new Error("Cannot open a relay: the profile names none");
}
