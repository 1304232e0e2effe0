/** Why something binds every MCP service. */
export const OF_EVERY_SERVER =
  "The document calls it an MCP service, and the specification asks it of every MCP server.";

/** Why something binds an MCP service that asks for tokens. */
export const OF_PROTECTED_SERVERS =
  "OAuth 2.1 and the MCP authorization specification ask it of every protected MCP server.";
