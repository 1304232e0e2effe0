import type { AnswerStep } from "./answer-plan.ts";
import { atDesk } from "./at-desk.ts";
import { Desk } from "./desk.ts";
import type { Echo } from "./echo.ts";
import { type FrontOptions, openFront } from "./front.ts";
import type { Receiver } from "./receiver.ts";
import { takingIn } from "./taking-in.ts";

const MAX_CONNECTIONS = 64;
const MAX_PER_ADDRESS = 32;

export interface ListenOptions extends Omit<FrontOptions, "maxConnections" | "maxPerAddress"> {
  /** Under which a sender reaches it; null: where it listens. */
  readonly publicUrl?: string | null;
  /** Stands in every URL of the run. Default: every request is of the run. */
  readonly own?: string;
  /** What a request without a plan is answered. */
  readonly acknowledge?: AnswerStep;
  /** Which requests are handshakes; by default those of every known form. */
  readonly echo?: Echo;
}

/**
 * Receives on a port of this machine: at most 64 connections, 32 of one address, 64 KiB of headers and 1 MiB of a body, 20 s
 * for the headers and 20 s for the body of a request.
 * @throws the error of the system when it cannot listen there
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
    get brokenOff() {
      return front.brokenOff;
    },
    lapses: front.lapses,
    close: front.close,
  });
}
