import type { Caller } from "./caller.ts";
import type { McpRequest } from "./door.ts";

/** The newest revision that opens with a handshake, and the first without. */
export const HANDSHAKE_REVISION = "2025-11-25";
export const STATELESS_REVISION = "2026-07-28";

/** One of the two ways in which the protocol is spoken. */
export interface Era {
  readonly name: "handshake" | "stateless";
  /** The revision that was agreed on. */
  readonly revision: string;
  /** The first request of a client. */
  opening(caller: Caller): McpRequest;
  /** A call of a method; where the era has sessions, in a session that was opened with the token of `opener`. */
  request(method: string, params: object, caller: Caller, opener?: Caller): Promise<McpRequest>;
  /** A message that is not answered. */
  notification(caller: Caller, opener?: Caller): Promise<McpRequest>;
}

/** What every message of ours is sent with. */
const ACCEPT = "application/json, text/event-stream";

export const CLIENT_INFO = { name: "card-issuing-conformance", version: "1.0.0" } as const;

/** The headers that every POST of ours has. */
export function basicHeaders({ token }: Caller): (readonly [string, string])[] {
  return [
    ["Content-Type", "application/json"],
    ["Accept", ACCEPT],
    ...(token === undefined ? [] : [["Authorization", `Bearer ${token}`] as const]),
  ];
}
