import type { Socket } from "node:net";

/** Maximum requests of one connection that wait for answers. A sender of deliveries does not pipeline more. */
const MAX_WAITING = 16;
const LAPSE = "connections were refused, because too many were open";
/** Refusals within a second are one lapse. */
const LAPSE_MS = 1_000;

export interface ConnectionLimits {
  readonly maxConnections: number;
  /** Limit per address, or per network of IPv6. All connections through a proxy have its address. */
  readonly maxPerAddress: number;
  /** From the start of a connection, or the end of an answer, to the end of the next headers. */
  readonly headersMs: number;
}

const MAPPED = /^::ffff:(?=\d+\.)/i;
const GROUPS = 8;
/** One client of IPv6 can use all addresses of its 64-bit network. */
const GROUPS_OF_A_NETWORK = 4;

interface Connection {
  readonly socket: Socket;
  readonly network: string;
  late: NodeJS.Timeout;
  waiting: number;
}

/** The open connections of a port, with limits of their number and slowness. */
export class Connections {
  readonly #limits: ConnectionLimits;
  /** By address and port of the client, because requests over TLS have another socket than their connection. */
  readonly #open = new Map<string, Connection>();
  /** A sentence for each time of refused connections. */
  readonly lapses: string[] = [];
  #refusedAt = -Infinity;

  constructor(limits: ConnectionLimits) {
    this.#limits = limits;
  }

  /** Accepts a new connection, or ends it. */
  admit(socket: Socket): void {
    const { maxConnections, maxPerAddress } = this.#limits;
    const network = networkOf(socket.remoteAddress ?? "");
    const alike = [...this.#open.values()].filter((one) => one.network === network).length;
    if (alike >= maxPerAddress || this.#open.size >= maxConnections) {
      this.#refuse(socket);
      return;
    }
    const key = keyOf(socket);
    const connection = { socket, network, late: this.#lateFor(socket), waiting: 0 };
    this.#open.set(key, connection);
    socket.once("close", () => {
      clearTimeout(connection.late);
      if (this.#open.get(key) === connection) this.#open.delete(key);
    });
  }

  /**
   * Called after the headers of a request.
   * @returns whether to answer it
   */
  hear(socket: Socket): boolean {
    const connection = this.#open.get(keyOf(socket));
    if (connection === undefined) return false;
    clearTimeout(connection.late);
    connection.waiting += 1;
    if (connection.waiting > MAX_WAITING) connection.socket.destroy();
    return !connection.socket.destroyed;
  }

  /** Called after the answer to a request. */
  answer(socket: Socket): void {
    const connection = this.#open.get(keyOf(socket));
    if (connection === undefined) return;
    connection.waiting -= 1;
    if (connection.waiting === 0) connection.late = this.#lateFor(connection.socket);
  }

  /** The TCP connection of a socket, which may be one over TLS. Undefined: it was refused. */
  below(socket: Socket): Socket | undefined {
    return this.#open.get(keyOf(socket))?.socket;
  }

  close(): void {
    for (const { socket } of this.#open.values()) socket.destroy();
  }

  #lateFor(socket: Socket): NodeJS.Timeout {
    return setTimeout(() => socket.destroy(), this.#limits.headersMs).unref();
  }

  #refuse(socket: Socket): void {
    socket.destroy();
    if (performance.now() - this.#refusedAt < LAPSE_MS) return;
    this.#refusedAt = performance.now();
    this.lapses.push(LAPSE);
  }
}

function keyOf({ remoteAddress, remotePort }: Socket): string {
  return `${remoteAddress} ${remotePort}`;
}

/** The address of a client, or the network of an IPv6 client. */
export function networkOf(address: string): string {
  const plain = address.replace(MAPPED, "");
  if (!plain.includes(":")) return plain;
  const [left = "", right] = plain.split("::");
  const [before, after] = [groupsIn(left), groupsIn(right ?? "")];
  const between = right === undefined ? 0 : Math.max(0, GROUPS - before.length - after.length);
  const groups = [...before, ...Array.from({ length: between }, () => "0"), ...after];
  return groups.slice(0, GROUPS_OF_A_NETWORK).join(":");
}

function groupsIn(text: string): readonly string[] {
  return text === "" ? [] : text.split(":");
}
