import { UnofferedError } from "../engine/verdict.ts";
import type { SessionSetup, Substitutes } from "./session-setup.ts";
import { SYSTEM_CLOCK } from "./system-clock.ts";

/** The receiver of a session. */
export interface Reception extends Pick<Substitutes, "receiver"> {
  close(): Promise<void>;
}

/**
 * Opens the receiver of a session before its first request: a target may verify every callback URL. Its server loads when
 * it is needed.
 */
export async function receptionOf(setup: SessionSetup, substitutes: Substitutes = {}): Promise<Reception> {
  const { events } = setup.profile;
  if (substitutes.receiver !== undefined) return { receiver: substitutes.receiver, close: leaveOpen };
  if (events.receiver === null || setup.ephemeral === true) return { close: leaveOpen };
  const { openReceiver } = await import("./open-receiver.ts");
  const receiver = openReceiver(events, substitutes.clock ?? SYSTEM_CLOCK, setup.runId);
  const opened = await receiver.catch(unlessUnoffered);
  return { receiver, close: async () => opened?.close() };
}

async function leaveOpen(): Promise<void> {}

function unlessUnoffered(error: unknown): undefined {
  if (!(error instanceof UnofferedError)) throw error;
}
