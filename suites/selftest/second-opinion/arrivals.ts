import { operationOf } from "./machine.ts";
import type { Exchange } from "./types.ts";

/** A request as it comes in; its connection is anything that is one and the same for all requests of it. */
export interface Arrival {
  readonly connection: unknown;
  readonly method: string;
  /** Path and query. */
  readonly target: string;
  /** By name in lower case. */
  readonly headers: Record<string, string>;
  readonly body: Buffer;
}

/** Counts the requests and connections of one server. */
export class Arrivals {
  /** Requests that have come and are not answered. */
  open = 0;
  #serial = 0;
  readonly #connections = new Map<unknown, { number: number; turns: number }>();

  exchange({ connection, method, target, headers, body }: Arrival): Exchange {
    const seen = this.#connections.get(connection) ?? { number: this.#connections.size + 1, turns: 0 };
    this.#connections.set(connection, seen);
    const mark = target.indexOf("?");
    const path = mark < 0 ? target : target.slice(0, mark);
    return {
      serial: ++this.#serial,
      connection: seen.number,
      turn: ++seen.turns,
      method,
      path,
      search: mark < 0 ? "" : target.slice(mark),
      headers,
      body,
      op: operationOf(path),
      caller: null,
      url: "",
      overlapping: this.open,
    };
  }
}
