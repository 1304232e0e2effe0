const EVENTS = ["unhandledRejection", "uncaughtException"] as const;

/** Catches what is thrown while nobody waits for it, in a signing module for example, so that a target is put back all the same. */
export class Strays implements Disposable {
  readonly #broke: (error: unknown) => void;

  constructor(broke: (error: unknown) => void) {
    this.#broke = broke;
    for (const event of EVENTS) process.on(event, this.#broke);
  }

  [Symbol.dispose](): void {
    for (const event of EVENTS) process.off(event, this.#broke);
  }
}
