import { printProse } from "../../reporters/terminal/print-prose.ts";

const EVENTS = ["unhandledRejection", "uncaughtException"] as const;

/** Catches errors outside of any call, in a signing module for example, so that the target is restored. */
export class UnhandledErrors implements Disposable {
  readonly #broke: (error: unknown) => void;

  constructor(broke: (error: unknown) => void) {
    this.#broke = broke;
    for (const event of EVENTS) process.on(event, this.#broke);
  }

  [Symbol.dispose](): void {
    for (const event of EVENTS) process.off(event, this.#broke);
  }
}

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
const EXIT_CODE = 130;
const STOPPING =
  "Stopping: the run first restores what it changed. Press Ctrl-C again to stop immediately; then run `restore`.";

/**
 * Turns the first Ctrl-C, SIGTERM or closed terminal into an abort, so that the target is restored. The
 * second ends the process.
 */
export class Interruption implements Disposable {
  readonly #controller = new AbortController();

  constructor() {
    for (const name of SIGNALS) process.on(name, this.#onSignal);
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  [Symbol.dispose](): void {
    for (const name of SIGNALS) process.off(name, this.#onSignal);
  }

  readonly #onSignal = (): void => {
    if (this.signal.aborted) process.exit(EXIT_CODE);
    printProse(process.stderr, ["", STOPPING]);
    this.#controller.abort();
  };
}
