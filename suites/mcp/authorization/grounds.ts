import { TO_AUTHORIZE } from "../../../lib/profile/mcp-needs.ts";

/** Why something binds an MCP service that asks for tokens. */
export const OF_PROTECTED_SERVERS =
  "OAuth 2.1 and the MCP authorization specification ask it of every protected MCP server.";

/** Why something binds where tokens come from. */
export const OF_AUTHORIZATION_SERVERS = "OAuth 2.1 asks it of every authorization server.";

/** The common part of every requirement of a code flow. */
export const CODE_FLOW = { sections: ["5"], needs: TO_AUTHORIZE } as const;
