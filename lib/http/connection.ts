import { Socket } from "node:net";
import { buildConnector, Client, ProxyAgent, type Dispatcher } from "undici";
import type { Egress } from "./egress.ts";
import type { Circumstances, Phase } from "./transport-failure.ts";
import type { HeaderPair, WireRequest } from "./transport.ts";

/** Options of the connection to a target. */
export interface Route {
  /** Scheme, host and port of the target. */
  readonly origin: string;
  /** Allowed addresses of connections. A proxy resolves names itself. */
  readonly egress: Egress;
  /** Certificate authorities, client certificate and its key, each as PEM. */
  readonly ca?: string;
  readonly cert?: string;
  readonly key?: string;
  /** Whether any certificate is accepted. Default: false. */
  readonly takesAnyCertificate?: boolean;
  /** Address of the proxy. Default: none. */
  readonly proxy?: string;
  /** Offer HTTP/2. Header names are then lower-cased. Default: false. */
  readonly allowH2?: boolean;
}

/** Above undici's 16 KiB, so that cookies of a gateway are not a failure. */
const MAX_HEADER_BYTES = 65_536;

/** One connection to a target: opened by the first request, and again after the target closed it. */
export class Connection {
  readonly dispatcher: Dispatcher;
  /** Undefined: unknown, because of a proxy. */
  phase: Phase | undefined;
  /** Names the target, and the proxy if there is one. */
  readonly #label: string;
  readonly #isProxied: boolean;
  readonly #sockets = new Set<Socket>();
  #head: OwnHead = { withoutLength: false, expectsContinue: false };

  constructor(route: Route) {
    const { ca, cert, key, egress, proxy, allowH2 = false, takesAnyCertificate = false } = route;
    egress.assertAllowed(route.origin);
    const trust = { ...(ca && { ca }), ...(takesAnyCertificate && { rejectUnauthorized: false }) };
    const tls = { ...trust, ...(cert && { cert }), ...(key && { key }), allowH2, timeout: 0 };
    const limits = {
      maxHeaderSize: MAX_HEADER_BYTES,
      headersTimeout: 0,
      bodyTimeout: 0,
      pipelining: 1,
      allowH2,
    };
    this.#isProxied = proxy !== undefined;
    this.#label =
      proxy === undefined ? route.origin : `${route.origin} (by the proxy ${new URL(proxy).host})`;
    this.dispatcher =
      proxy === undefined
        ? new Client(route.origin, {
            ...limits,
            connect: this.#tracked(buildConnector({ ...tls, lookup: egress.lookup })),
          })
        : new ProxyAgent({
            ...limits,
            uri: proxy,
            connections: 1,
            connect: { ...tls, lookup: egress.lookup },
            requestTls: tls,
            proxyTls: { ...trust, timeout: 0 },
          });
  }

  /** Marks the start of an exchange. */
  begin({ withoutLength = false, headers }: Pick<WireRequest, "withoutLength" | "headers">): void {
    this.#head = { withoutLength, expectsContinue: headers.some(isExpectation) };
    this.phase = this.#isProxied ? undefined : "awaiting";
  }

  /** Facts about the current exchange for a failure. */
  circumstances(): Circumstances {
    return { target: this.#label, ...(this.phase && { phase: this.phase }) };
  }

  /**
   * Headers in the form that keeps case, order and duplicates. Through a proxy, duplicates are grouped: undici accepts a
   * list there, but not for headers that may occur once.
   */
  headers(pairs: readonly HeaderPair[]): string[] | Record<string, string | string[]> {
    if (!this.#isProxied) return pairs.flat();
    const grouped = Map.groupBy(pairs, ([name]) => name);
    return Object.fromEntries(
      [...grouped].map(([name, group]) => {
        const [first = "", ...others] = group.map(([, value]) => value);
        return [name, others.length === 0 ? first : [first, ...others]];
      }),
    );
  }

  /** Ends open requests with `reason`, and waits until all sockets are closed. */
  async destroy(reason: Error): Promise<void> {
    const sockets = [...this.#sockets];
    const closed = sockets.map((socket) => new Promise((resolve) => socket.once("close", resolve)));
    const destroyed = this.dispatcher.destroy(reason);
    for (const socket of sockets) socket.destroy(reason);
    await Promise.all([destroyed, ...closed]);
  }

  #tracked(connect: buildConnector.connector): buildConnector.connector {
    return (options, callback) => {
      this.phase = "connecting";
      const socket: unknown = connect(options, (...result) => {
        if (result[1]) this.phase = "awaiting";
        callback(...result);
      });
      if (socket instanceof Socket) this.#track(socket);
    };
  }

  #track(socket: Socket): void {
    ownHead(socket, () => this.#head);
    passOverContinue(socket, () => this.phase === "awaiting");
    this.#sockets.add(socket);
    socket.once("close", () => this.#sockets.delete(socket));
  }
}

/** Whether the client refuses to write a header. Then this layer writes it. */
export function isExpectation([name, value]: HeaderPair): boolean {
  return name.toLowerCase() === "expect" && value.toLowerCase() === "100-continue";
}

/** The header that undici adds to every POST without body, in one piece with the others. */
const EMPTY_LENGTH = "content-length: 0\r\n";
/** The end of a request line, before the headers. */
const FIRST_HEADERS = " HTTP/1.1\r\n";
/** Interim answers at the beginning of a text. The last one may be cut off. */
const INTERIM = /^(?:HTTP\/1\.1 1\d\d[ \r][^]*?(?:\r\n\r\n|$))*/;
/** The interim answer 100. undici treats it as an error, and skips other 1xx answers. */
const CONTINUE = /(?<=^|\r\n\r\n)HTTP\/1\.1 100(?=[ \r])/g;
const EARLY_HINTS = "HTTP/1.1 103";

/** Features that undici does not have. */
interface OwnHead {
  /** Removes the length of a request without body. */
  readonly withoutLength: boolean;
  /** Sends `Expect: 100-continue`. */
  readonly expectsContinue: boolean;
}

/** Replaces the head of each request that a socket writes. */
function ownHead(socket: Socket, wanted: () => OwnHead): void {
  const write: unknown = Reflect.get(socket, "write");
  if (typeof write !== "function") return;
  socket.write = (head: unknown, ...rest: readonly unknown[]) =>
    Boolean(
      Reflect.apply(write, socket, [typeof head === "string" ? rewritten(head, wanted()) : head, ...rest]),
    );
}

function rewritten(head: string, { withoutLength, expectsContinue }: OwnHead): string {
  const unsaid = withoutLength ? head.replace(EMPTY_LENGTH, "") : head;
  return expectsContinue ? unsaid.replace(FIRST_HEADERS, `${FIRST_HEADERS}Expect: 100-continue\r\n`) : unsaid;
}

/** Skips interim answers 100 before an answer. A gateway may send them unasked (RFC 9110, 15.2.1). */
function passOverContinue(socket: Socket, isAwaiting: () => boolean): void {
  const read: unknown = Reflect.get(socket, "read");
  if (typeof read !== "function") return;
  socket.read = (...size: readonly unknown[]): unknown => {
    const bytes: unknown = Reflect.apply(read, socket, size);
    if (!Buffer.isBuffer(bytes) || !isAwaiting()) return bytes;
    const [interim = ""] = INTERIM.exec(bytes.toString("latin1")) ?? [];
    bytes.write(interim.replace(CONTINUE, EARLY_HINTS), "latin1");
    return bytes;
  };
}
