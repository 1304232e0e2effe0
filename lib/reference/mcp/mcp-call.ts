import { jsonOrUndefined } from "../../text/json-or-undefined.ts";
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
  /** Undefined: the body is not one message. */
  readonly message: McpMessage | undefined;
  /** The messages of a batch, which revisions before 2025-06-18 know; none where the body is one message. */
  readonly batch: readonly McpMessage[];
  readonly era: McpEra;
  readonly facts: ReferenceMcp;
  readonly state: McpState;
  readonly choices: Choices;
  readonly rules: Rules;
  now(): number;
}

/** Reads the message of a body, or those of a batch, and in which way the protocol is spoken. */
export function readMessages(body: string, headers: Headers): Pick<McpCall, "message" | "batch" | "era"> {
  const parsed = jsonOrUndefined(body);
  const message = messageOf(parsed);
  const inBody = member(member(member(parsed, "params"), "_meta"), "io.modelcontextprotocol/protocolVersion");
  const version = inBody ?? headers.get("mcp-protocol-version");
  const isStateless = message !== undefined && (inBody !== undefined || version === STATELESS_REVISION);
  return {
    message,
    batch: Array.isArray(parsed) ? parsed.flatMap((one) => messageOf(one) ?? []) : [],
    era: isStateless ? "stateless" : "handshake",
  };
}

function messageOf(value: unknown): McpMessage | undefined {
  const method = member(value, "method");
  if (typeof method !== "string") return undefined;
  const tool = member(member(value, "params"), "name");
  return { method, tool: typeof tool === "string" ? tool : undefined, id: member(value, "id") };
}

function member(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
}
