import { type ChildProcess, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { stripVTControlCharacters } from "node:util";

const LAST_LINES = 5;
const MAX_SHOWN_CHARS = 200;
const MAX_LINE_CHARS = 10_000;
const GRACE_MS = 3_000;
/** The end of a program that does not exist. */
const NOT_FOUND = "was not found: install it, or name it by its path in events.receiver.tunnel.command";

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
  /** How it ended by itself, as soon as it has. Undefined: it was closed. */
  readonly ended: Promise<string | undefined>;
  readonly close: () => Promise<void>;
}

/** A tunnel that cannot be opened. The message says why, with the last lines of its output. */
export class TunnelError extends Error {}

/**
 * Starts a tunnel, and waits for its URL and until the URL has settled. It ends with this process at the latest.
 * @throws {TunnelError}
 */
export async function openTunnel(options: TunnelOptions): Promise<Tunnel> {
  const { command, ready, readySeconds, settleSeconds } = options;
  const pattern = new RegExp(ready);
  const printed = Promise.withResolvers<string>();
  const program = new Program(command, (line) => {
    const url = pattern.exec(line)?.[1];
    if (url !== undefined) printed.resolve(url);
  });
  try {
    const late = after(
      readySeconds,
      `printed no line in ${readySeconds} s in which events.receiver.tunnel.ready finds a URL`,
    );
    const url = addressIn(
      await Promise.race([printed.promise, program.endsBefore("it printed a URL"), late]),
    );
    await Promise.race([sleep(settleSeconds * 1000), program.endsBefore("its URL had settled")]);
    return { url, ended: program.ended, close: async () => program.close() };
  } catch (error) {
    await program.close();
    if (!(error instanceof TunnelError)) throw error;
    throw new TunnelError(`Cannot open the tunnel ${command[0]}: ${error.message}. ${program.lastWords}`);
  }
}

async function after(seconds: number, what: string): Promise<never> {
  await sleep(seconds * 1000, undefined, { ref: false });
  throw new TunnelError(`It ${what}`);
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

/** A running program, the last lines of its output, and its end. */
class Program {
  readonly #child: ChildProcess;
  readonly #lines: string[] = [];
  readonly #kill = (): void => this.#signal("SIGKILL");
  readonly #end: Promise<string>;
  #hasEnded = false;
  #isClosed = false;

  /** @param hear gets each line of its output */
  constructor([file = "", ...args]: readonly string[], hear: (line: string) => void) {
    const child = spawn(file, args, {
      stdio: ["ignore", "pipe", "pipe"],
      detached: process.platform !== "win32",
      windowsHide: true,
    });
    this.#child = child;
    process.once("exit", this.#kill);
    this.#end = new Promise<string>((ends) => {
      child.once("error", (error) => ends(wordsOf(error)));
      child.once("close", (code, signal) => ends(`ended with ${code ?? signal ?? "nothing"}`));
    }).finally(() => (this.#hasEnded = true));
    for (const input of [child.stdout, child.stderr])
      createInterface({ input }).on("line", (line) => {
        const text = stripVTControlCharacters(line.slice(0, MAX_LINE_CHARS));
        if (text.trim() !== "") this.#lines.push(text.slice(0, MAX_SHOWN_CHARS));
        this.#lines.splice(0, this.#lines.length - LAST_LINES);
        hear(text);
      });
  }

  /** How it ended by itself, as soon as it has. Undefined: it was closed. */
  get ended(): Promise<string | undefined> {
    return this.#end.then((how) => (this.#isClosed ? undefined : how));
  }

  /** @throws {TunnelError} as soon as it ends */
  async endsBefore(what: string): Promise<never> {
    const how = await this.#end;
    throw new TunnelError(how === NOT_FOUND ? `It ${how}` : `It ${how} before ${what}`);
  }

  get lastWords(): string {
    return this.#lines.length === 0 ? "It printed nothing." : `Its last lines: ${this.#lines.join(" | ")}`;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    process.off("exit", this.#kill);
    this.#signal("SIGTERM");
    await Promise.race([this.#end, sleep(GRACE_MS, undefined, { ref: false })]);
    this.#signal("SIGKILL");
    await this.#end;
  }

  /** Reaches its child processes, too. */
  #signal(signal: NodeJS.Signals): void {
    const { pid } = this.#child;
    if (pid === undefined || this.#hasEnded) return;
    try {
      process.kill(process.platform === "win32" ? pid : -pid, signal);
    } catch {
      this.#child.kill(signal);
    }
  }
}

function wordsOf(error: Error): string {
  const code = "code" in error ? error.code : undefined;
  return code === "ENOENT" ? NOT_FOUND : `could not be started (${String(code)})`;
}
