import type { Caller, McpRequest } from "./mcp-request.ts";

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

const META = "io.modelcontextprotocol/";

/** Every request contains the facts of a session: in its headers, and in `_meta` of its body. */
export function statelessEra(url: string, nextId: () => number, revision = STATELESS_REVISION): Era {
  const message = (method: string, params: object, caller: Caller, id: number | undefined): McpRequest => {
    const tool: unknown = Reflect.get(params, "name");
    const body = {
      jsonrpc: "2.0",
      ...(id !== undefined && { id }),
      method,
      params: {
        ...params,
        _meta: {
          [`${META}protocolVersion`]: revision,
          [`${META}clientInfo`]: CLIENT_INFO,
          [`${META}clientCapabilities`]: {},
        },
      },
    };
    return {
      label: method,
      caller: caller.name,
      method: "POST",
      url,
      headers: [
        ...basicHeaders(caller),
        ["MCP-Protocol-Version", revision],
        ["Mcp-Method", method],
        ...(typeof tool === "string" ? [["Mcp-Name", headerValue(tool)] as const] : []),
      ],
      body: JSON.stringify(body),
      ...(id !== undefined && { waitsFor: id }),
    };
  };
  return {
    name: "stateless",
    revision,
    opening: (caller) => message("server/discover", {}, caller, nextId()),
    request: async (method, params, caller) => message(method, params, caller, nextId()),
    notification: async (caller) =>
      message("notifications/cancelled", { requestId: nextId() }, caller, undefined),
  };
}

/** The value of a header for a name. A name that an HTTP header cannot contain is encoded as base64. */
export function headerValue(name: string): string {
  const isPlain = /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/.test(name);
  return isPlain ? name : encodedValue(name);
}

/** Any name as base64, as a header may contain it. */
export function encodedValue(name: string): string {
  return `=?base64?${Buffer.from(name).toString("base64")}?=`;
}
