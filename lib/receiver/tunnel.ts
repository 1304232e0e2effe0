import { setTimeout as sleep } from "node:timers/promises";
import { NOT_FOUND, Program } from "./program.ts";

export interface TunnelOptions {
  /** The program and its arguments. */
  readonly command: readonly string[];
  /** Regular expression that finds the public URL in a line of what it prints, by its first group. */
  readonly ready: string;
  readonly readySeconds: number;
  /** How long nobody looks the name of the URL up. */
  readonly settleSeconds: number;
}

/** A program that leads a public URL to a port of this machine. */
export interface Tunnel {
  /** Without a slash at its end. */
  readonly url: string;
  /** How it ended by itself; undefined: it has not. */
  readonly ended: string | undefined;
  readonly close: () => Promise<void>;
}

/** A tunnel that cannot be opened; the message says why, with the last lines of what it printed. */
export class TunnelError extends Error {}

/**
 * Starts a tunnel, waits for its URL, and until the URL has settled. It ends with this process at the latest.
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

/** @throws {TunnelError} for what is no https URL */
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
