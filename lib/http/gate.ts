import type { Transport, WireAnswer, WireRequest } from "./transport.ts";

/** Lets requests out until it is closed, and knows which are under way. */
export class Gate {
  readonly #sleep: (ms: number) => Promise<void>;
  readonly #underWay = new Set<Promise<unknown>>();
  readonly #closed = Promise.withResolvers<void>();
  #isClosed = false;

  constructor(sleep: (ms: number) => Promise<void>) {
    this.#sleep = sleep;
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** The same transport, watched. */
  watch(transport: Pick<Transport, "send">): Pick<Transport, "send"> {
    return {
      send: async (request: WireRequest): Promise<WireAnswer> => {
        const exchange = transport.send(request);
        this.#underWay.add(exchange);
        return exchange.finally(() => this.#underWay.delete(exchange));
      },
    };
  }

  /** A pause that ends at once when the gate is closed. */
  async pause(ms: number): Promise<void> {
    await this.orClosed(this.#sleep(ms));
  }

  /** Resolves with what is waited for, or when the gate is closed. */
  async orClosed(wait: Promise<void>): Promise<void> {
    await Promise.race([wait, this.#closed.promise]);
  }

  /** Lets nothing more out, and resolves when every request that is under way has been answered, or has failed. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#closed.resolve();
    await Promise.allSettled(this.#underWay);
  }
}
