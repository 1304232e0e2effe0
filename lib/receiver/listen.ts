import { Desk, atDesk, type DeskOptions } from "./desk.ts";
import { type FrontOptions, openFront } from "./front.ts";
import type { Receiver } from "./receiver.ts";
import { takingIn } from "./taking-in.ts";

const MAX_CONNECTIONS = 64;
const MAX_PER_ADDRESS = 32;

export interface ListenOptions
  extends
    Omit<FrontOptions, "maxConnections" | "maxPerAddress">,
    Pick<DeskOptions, "own" | "acknowledge" | "echo"> {
  /** The URL for senders. null: the listening address. */
  readonly publicUrl?: string | null;
}

/**
 * Receives on a port of this machine. Limits: 64 connections, 32 per address, 64 KiB of headers, 1 MiB of
 * body, 20 s for the headers and 20 s for the body of a request.
 * @throws the error of the system
 */
export async function listen(options: ListenOptions): Promise<Receiver> {
  const { publicUrl = null, own, acknowledge, echo } = options;
  const desk = new Desk({
    now: Date.now,
    ticks: () => performance.now(),
    ...(own !== undefined && { own }),
    ...(acknowledge && { acknowledge }),
    ...(echo && { echo }),
  });
  const front = await openFront(
    { ...options, maxConnections: MAX_CONNECTIONS, maxPerAddress: MAX_PER_ADDRESS },
    takingIn(desk),
  );
  return atDesk(desk, {
    url: publicUrl?.replace(/(?<!\/)\/+$/, "") ?? front.url,
    endsTls: front.url.startsWith("https:"),
    isSelfSigned: options.tls === "generated",
    brokenOff: front.brokenOff,
    lapses: front.lapses,
    close: front.close,
  });
}
