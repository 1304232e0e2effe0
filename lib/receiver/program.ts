import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { stripVTControlCharacters } from "node:util";

const LAST_LINES = 5;
const MAX_LINES = 1_000;
const MAX_SHOWN_CHARS = 200;
const MAX_LINE_CHARS = 10_000;
/** The end of a program that does not exist. */
export const NOT_FOUND = "was not found";
const GRACE_MS = 3_000;

/** A running program, its output, and its end. */
export class Program {
  readonly #child: ChildProcess;
  readonly #lines: string[] = [];
  /** Number of printed lines, with dropped ones. */
  #printed = 0;
  readonly #heard = new EventTarget();
  /** Called at its end, with the reason. */
  readonly end: Promise<unknown>;
  #ended: string | undefined;
  #isClosed = false;
  readonly #kill = (): void => this.#signal("SIGKILL");

  constructor([file = "", ...args]: readonly string[]) {
    this.#child = spawn(file, args, {
      stdio: ["ignore", "pipe", "pipe"],
      detached: process.platform !== "win32",
      windowsHide: true,
    });
    process.once("exit", this.#kill);
    const failed = once(this.#child, "error").then(([error]: unknown[]) => (this.#ended = wordsOf(error)));
    const exited = new Promise<void>((done) =>
      this.#child.once("close", (code, signal) => {
        this.#ended ??= `ended with ${code ?? signal ?? "nothing"}`;
        done();
      }),
    );
    this.end = Promise.race([failed.catch(() => undefined), exited]);
    this.#listenTo(this.#child.stdout);
    this.#listenTo(this.#child.stderr);
  }

  /** Its end, if it ended by itself. Undefined: it is running. */
  get ended(): string | undefined {
    return this.#isClosed ? undefined : this.#ended;
  }

  /** Its last output, in words. */
  get lastWords(): string {
    const lines = this.#lines.slice(-LAST_LINES).map((line) => line.slice(0, MAX_SHOWN_CHARS));
    return lines.length === 0 ? "It printed nothing." : `Its last lines: ${lines.join(" | ")}`;
  }

  /**
   * Waits for the first group of a pattern in a printed line. Undefined: no such line in time, or before its
   * end.
   */
  async finds(pattern: RegExp, withinMs: number): Promise<string | undefined> {
    let searched = 0;
    const found = () => {
      const unsearched = Math.min(this.#printed - searched, this.#lines.length);
      searched = this.#printed;
      const lines = this.#lines.slice(this.#lines.length - unsearched);
      return lines.map((line) => pattern.exec(line)?.[1]).find((text) => text !== undefined);
    };
    const late = AbortSignal.timeout(withinMs);
    while (true) {
      const text = found();
      if (text !== undefined || this.#ended !== undefined || late.aborted) return text;
      const { promise, resolve } = Promise.withResolvers<void>();
      this.#heard.addEventListener("line", () => resolve(), { once: true });
      late.addEventListener("abort", () => resolve(), { once: true });
      await Promise.race([promise, this.end]);
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    process.off("exit", this.#kill);
    if (this.#ended !== undefined) return;
    this.#signal("SIGTERM");
    await Promise.race([this.end, sleep(GRACE_MS, undefined, { ref: false })]);
    this.#signal("SIGKILL");
    await this.end;
  }

  /** Reaches its child processes, too. */
  #signal(signal: NodeJS.Signals): void {
    const { pid } = this.#child;
    if (pid === undefined || this.#ended !== undefined) return;
    try {
      process.kill(process.platform === "win32" ? pid : -pid, signal);
    } catch {
      this.#child.kill(signal);
    }
  }

  #listenTo(stream: NodeJS.ReadableStream | null): void {
    let pending = "";
    const keep = (lines: readonly string[]) => {
      this.#lines.push(...lines.map((line) => stripVTControlCharacters(line.slice(0, MAX_LINE_CHARS))));
      this.#printed += lines.length;
      this.#lines.splice(0, this.#lines.length - MAX_LINES);
      this.#heard.dispatchEvent(new Event("line"));
    };
    stream?.setEncoding("utf8");
    stream?.on("data", (text: string) => {
      const lines = `${pending}${text}`.split(/\r?\n/);
      pending = lines.pop()?.slice(-MAX_LINE_CHARS) ?? "";
      if (lines.length > 0) keep(lines.filter((line) => line.trim() !== ""));
    });
    stream?.once("end", () => keep(pending.trim() === "" ? [] : [pending]));
  }
}

function wordsOf(error: unknown): string {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  return code === "ENOENT" ? NOT_FOUND : `could not be started (${String(code)})`;
}
