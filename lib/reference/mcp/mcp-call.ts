import type { Choices } from "../choices.ts";
import type { Rules } from "../rules/rules.ts";
import type { ReferenceMcp } from "./mcp-options.ts";
import type { McpState } from "./mcp-state.ts";

const STATELESS_REVISION = "2026-07-28";

export type McpEra = "handshake" | "stateless";

/** A JSON-RPC message, as far as the gate looks at it. */
export interface McpMessage {
  readonly method: string;
  /** Of the tool that is called. */
  readonly tool: string | undefined;
  readonly id: unknown;
}

/** One request to the MCP service or its authorization server. */
export interface McpCall {
  readonly method: string;
  readonly url: URL;
  /** Scheme, host and port by which the client came. */
  readonly origin: string;
  readonly headers: Headers;
  readonly body: string;
  readonly message: McpMessage | undefined;
  readonly era: McpEra;
  readonly facts: ReferenceMcp;
  readonly state: McpState;
  readonly choices: Choices;
  readonly rules: Rules;
  now(): number;
}

/** Reads the message of a body, and in which way the protocol is spoken. */
export function readMessage(body: string, headers: Headers): Pick<McpCall, "message" | "era"> {
  const parsed = parsedJson(body);
  const params = member(parsed, "params");
  const method = member(parsed, "method");
  const tool = member(params, "name");
  const inBody = member(member(params, "_meta"), "io.modelcontextprotocol/protocolVersion");
  const version = inBody ?? headers.get("mcp-protocol-version");
  const isStateless =
    typeof method === "string" ? inBody !== undefined || version === STATELESS_REVISION : false;
  return {
    message:
      typeof method === "string"
        ? { method, tool: typeof tool === "string" ? tool : undefined, id: member(parsed, "id") }
        : undefined,
    era: isStateless ? "stateless" : "handshake",
  };
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function member(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
}
