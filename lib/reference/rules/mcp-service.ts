import type { WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/server";
import type { McpCall } from "../mcp/mcp-call.ts";
import type { Grant, ReferenceCard } from "../mcp/mcp-state.ts";

/** A session of the handshake era. */
export interface McpSession {
  readonly transport: WebStandardStreamableHTTPServerTransport;
  /** Whose token opened it. */
  readonly subject: string | undefined;
  /** How many requests it has had. */
  requests: number;
}

/** The MCP service for an authorized client: sessions, and the tools. */
export interface McpServiceRules {
  /** Whether the era of a request is spoken at all. */
  readonly speaks: (call: McpCall) => boolean;
  /** The headers as they are compared with the body. */
  readonly headers: (call: McpCall) => Headers;
  readonly newSessionId: () => string;
  /** Whether a session may be used with the token of a request. */
  readonly mayUse: (call: McpCall, session: McpSession, grant: Grant | undefined) => boolean;
  readonly endSession: (call: McpCall, session: McpSession, end: () => Promise<void>) => Promise<void>;
  /** The result of the tool that reads, for a user. */
  readonly shown: (cards: readonly ReferenceCard[], subject?: string) => unknown;
  /** Sets the label of a card; false: there is no such card. */
  readonly label: (cards: readonly ReferenceCard[], card: string, label: string) => boolean;
}

/** The user of a merchant that has no cards. All other users are of one merchant. */
export const OTHER_MERCHANT = "other-merchant";

export const mcpServiceRules: McpServiceRules = {
  speaks: ({ choices, era }) => choices.mcpEras === "both" || choices.mcpEras === era,
  headers: ({ headers }) => headers,
  newSessionId: () => crypto.randomUUID(),
  mayUse: (_call, session, grant) => session.subject === grant?.subject,
  endSession: async (_call, _session, end) => end(),
  shown: (cards, subject) => ({ cards: subject === OTHER_MERCHANT ? [] : cards }),
  label(cards, card, label) {
    const found = cards.find((one) => one.card === card);
    if (found !== undefined) found.label = label;
    return found !== undefined;
  },
};
