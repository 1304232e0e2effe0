/** How the server and the network behave; only the first four need a real socket. */
export const transportAxes = {
  headerCase: ["lower", "title", "upper"],
  framing: ["content-length", "chunked"],
  connection: ["keep-alive", "close"],
  /** Answers cut into several writes. */
  writes: ["one", "several"],
  latencyMs: [0, 1, 20],
  jitter: ["none", "up-to-10-ms"],
  /** The server's clock against the true time. */
  clockOffsetMs: [0, 2000, -2000, 30_000, -30_000],
  /** Every 23rd request is answered 429, with or without Retry-After. */
  rateLimit: ["none", "zero-seconds", "one-second", "date", "no-retry-after"],
  /** Every 29th request meets a fault of the infrastructure, before or after it took effect. */
  infrastructure: ["steady", "503", "502-after-effect", "reset", "reset-after-effect"],
  /** The answer to a chunked body without a length: a gateway may demand a length. */
  chunkedBody: ["read", "411", "refused"],
  /** The answer to a request without a body and without Content-Length. */
  unsaidLength: ["read", "411"],
  /** The answer to another path, another method or a query string: some gateways close the connection. */
  strayRequest: ["answered", "cut-off"],
} as const;
