import { TransportFailure } from "./transport-failure.ts";

/** A single failure may have another cause. */
const TELLING_CLOSINGS = 2;
/** If at least one of so many requests over a used connection fails, each request gets a new one. */
const REQUESTS_PER_CLOSING = 8;

/** How often a server has closed a used connection without an announcement, so that the next request failed. */
export class Closings {
  #requests = 0;
  #closed = 0;

  /** Notes the outcome of a request over a used connection. */
  note(failure?: unknown): void {
    this.#requests += 1;
    if (failure instanceof TransportFailure && failure.kind === "reset") this.#closed += 1;
  }

  /** It has happened at least once. */
  get haveOccurred(): boolean {
    return this.#closed > 0;
  }

  /** It happens so often that a used connection is not worth a try. */
  get areFrequent(): boolean {
    return this.#closed >= TELLING_CLOSINGS && this.#closed * REQUESTS_PER_CLOSING >= this.#requests;
  }
}
