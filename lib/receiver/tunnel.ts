import { setTimeout as sleep } from "node:timers/promises";
import { NOT_FOUND, Program } from "./program.ts";

export interface TunnelOptions {
  /** The program and its arguments. */
  readonly command: readonly string[];
  /** Regular expression for the public URL in a line of output, as its first group. */
  readonly ready: string;
  readonly readySeconds: number;
  /** Time before the first look-up of the URL's name. */
  readonly settleSeconds: number;
}

/** A program that connects a public URL with a port of this machine. */
export interface Tunnel {
  /** Without a slash at its end. */
  readonly url: string;
  /** Its end, if it ended by itself. Undefined: it is running. */
  readonly ended: string | undefined;
  readonly close: () => Promise<void>;
}

/** A tunnel that cannot be opened. The message says why, with the last lines of its output. */
export class TunnelError extends Error {}

/**
 * Starts a tunnel, and waits for its URL and until the URL has settled. It ends with this process at the
 * latest.
 * @throws {TunnelError}
 */
export async function openTunnel(options: TunnelOptions): Promise<Tunnel> {
  const { command, ready, readySeconds, settleSeconds } = options;
  const program = new Program(command);
  try {
    const printed = await program.finds(new RegExp(ready), readySeconds * 1000);
    if (printed === undefined) throw new TunnelError(silenceOf(program, readySeconds));
    const url = addressIn(printed);
    await Promise.race([sleep(settleSeconds * 1000), program.end]);
    if (program.ended !== undefined) throw new TunnelError(`It ${program.ended} while its URL settled`);
    return {
      url,
      get ended() {
        return program.ended;
      },
      close: async () => program.close(),
    };
  } catch (error) {
    await program.close();
    if (!(error instanceof TunnelError)) throw error;
    throw new TunnelError(`Cannot open the tunnel ${command[0]}: ${error.message}. ${program.lastWords}`);
  }
}

/** @throws {TunnelError} if it is not an https URL */
function addressIn(text: string): string {
  const url = URL.parse(text);
  if (url?.protocol === "https:" && url.username === "" && url.search === "" && url.hash === "")
    return text.replace(/(?<!\/)\/+$/, "");
  throw new TunnelError(
    `events.receiver.tunnel.ready finds ${JSON.stringify(text)}, which is not an https URL`,
  );
}

function silenceOf({ ended }: Program, seconds: number): string {
  if (ended === NOT_FOUND)
    return "It was not found: install it, or name it by its path in events.receiver.tunnel.command";
  return ended === undefined
    ? `It printed no line in ${seconds} s in which events.receiver.tunnel.ready finds a URL`
    : `It ${ended} before it printed a URL`;
}
