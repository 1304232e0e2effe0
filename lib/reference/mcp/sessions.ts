import type { WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/server";

/** A session of the handshake era. */
export interface McpSession {
  readonly transport: WebStandardStreamableHTTPServerTransport;
  /** Whose token opened it. */
  readonly subject: string | undefined;
  /** How many requests it has had. */
  requests: number;
}
