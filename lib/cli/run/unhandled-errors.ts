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
