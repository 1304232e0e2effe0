import { UnofferedError } from "../../engine/verdict.ts";
import { eventsSchema } from "../../profile/events-schema.ts";
import type { Receiver } from "../../receiver/receiver.ts";
import { readRecording } from "../recording/read-recording.ts";
import type { SessionSetup, Substitutes } from "../webhook/session-setup.ts";
import { SYSTEM_CLOCK } from "../webhook/system-clock.ts";
import { ORDINARY_PATH } from "./hook.ts";
import { openReceiver } from "./open-receiver.ts";

/** A session with its receiver. */
export interface Reception extends Pick<Substitutes, "receiver"> {
  readonly setup: SessionSetup;
  close(): Promise<void>;
}

/**
 * Opens the receiver of a session before its first request: a target may verify every callback URL. Where a recording answers, the receiver is the recorded one, and nothing comes.
 */
export async function receptionOf(setup: SessionSetup, substitutes: Substitutes = {}): Promise<Reception> {
  const { events } = setup.profile;
  if (substitutes.receiver !== undefined) return { setup, receiver: substitutes.receiver, close: leaveOpen };
  if (setup.playFrom !== undefined) return { ...recorded(setup, setup.playFrom), close: leaveOpen };
  if (events.receiver === null || setup.ephemeral === true) return { setup, close: leaveOpen };
  const receiver = openReceiver(events, substitutes.clock ?? SYSTEM_CLOCK);
  const opened = await receiver.catch(unlessUnoffered);
  return { setup, receiver, close: async () => opened?.close() };
}

async function leaveOpen(): Promise<void> {}

function unlessUnoffered(error: unknown): undefined {
  if (!(error instanceof UnofferedError)) throw error;
}

/** A recording holds no means of events; where the receiver was shows in the callback URLs that began the run. */
function recorded(setup: SessionSetup, file: string): Pick<Reception, "setup" | "receiver"> {
  const [beginning] = readRecording(file).sections;
  const below = `${ORDINARY_PATH}${setup.runId}/`;
  const urls = beginning?.exchanges.map(({ draft }) => draft.url ?? "") ?? [];
  const ordinary = urls.find((url) => url.startsWith("https://") && url.includes(below));
  if (ordinary === undefined) return { setup };
  const url = ordinary.slice(0, ordinary.indexOf(below));
  const events = eventsSchema.parse({ receiver: { publicUrl: url } });
  return { setup: { ...setup, profile: { ...setup.profile, events } }, receiver: absent(url) };
}

/** A receiver to which nothing comes. */
function absent(url: string): Receiver {
  return {
    url,
    endsTls: true,
    isSelfSigned: false,
    brokenOff: 0,
    arrivals: [],
    handshakes: [],
    lapses: [],
    plan: leaveOpen,
    catchUp: leaveOpen,
    prove: async () => undefined,
    close: leaveOpen,
  };
}
