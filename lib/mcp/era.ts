import type { Caller } from "./caller.ts";
import type { McpRequest } from "./door.ts";

/** The newest revision with a handshake, and the first one without. */
export const HANDSHAKE_REVISION = "2025-11-25";
export const STATELESS_REVISION = "2026-07-28";

/** One of the two forms of the protocol. */
export interface Era {
  readonly name: "handshake" | "stateless";
  /** The revision that was agreed on. */
  readonly revision: string;
  /** The first request of a client. */
  opening(caller: Caller): McpRequest;
  /** A call of a method; if the era has sessions, in a session that was opened with the token of `opener`. */
  request(method: string, params: object, caller: Caller, opener?: Caller): Promise<McpRequest>;
  /** A message without an answer. */
  notification(caller: Caller, opener?: Caller): Promise<McpRequest>;
}

/** The common part of every message of the suite. */
const ACCEPT = "application/json, text/event-stream";

export const CLIENT_INFO = { name: "card-issuing-conformance", version: "1.0.0" } as const;

/** The headers of every POST of the suite. */
export function basicHeaders({ token }: Caller): (readonly [string, string])[] {
  return [
    ["Content-Type", "application/json"],
    ["Accept", ACCEPT],
    ...(token === undefined ? [] : [["Authorization", `Bearer ${token}`] as const]),
  ];
}
