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

/** The user of a merchant that has no cards. All other users are of one merchant. */
export const OTHER_MERCHANT = "other-merchant";

/** The MCP service for an authorized client: sessions, and the tools. */
export const mcpServiceRules = {
  /** Whether the era of a request is spoken at all. */
  speaks: ({ choices, era }: McpCall) => choices.mcpEras === "both" || choices.mcpEras === era,
  /** The headers as they are compared with the body. */
  headers: ({ headers }: McpCall) => headers,
  newSessionId: (): string => crypto.randomUUID(),
  mayUse: (_call: McpCall, session: McpSession, grant: Grant | undefined) =>
    session.subject === grant?.subject,
  endSession: async (_call: McpCall, _session: McpSession, end: () => Promise<void>) => end(),
  /** The result of the tool that reads, for a user. */
  shown: (cards: readonly ReferenceCard[], subject?: string): unknown => ({
    cards: subject === OTHER_MERCHANT ? [] : cards,
  }),
  /** Sets the label of a card; false: there is no such card. */
  label(cards: readonly ReferenceCard[], card: string, label: string) {
    const found = cards.find((one) => one.card === card);
    if (found !== undefined) found.label = label;
    return found !== undefined;
  },
};
