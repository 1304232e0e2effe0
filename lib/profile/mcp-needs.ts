import { mcpAddress, oauthClient, readOnlyToken, readTool, readWriteToken, writeTool } from "./needs.ts";

/** What a request to the MCP service needs of a profile. */
export const TO_ASK = [mcpAddress, readOnlyToken] as const;

/** What calling a tool that reads needs. */
export const TO_READ = [...TO_ASK, readTool] as const;

/** What calling a tool that writes needs, and looking whether it did. */
export const TO_WRITE = [...TO_READ, readWriteToken, writeTool] as const;

/** What a code flow needs. */
export const TO_AUTHORIZE = [...TO_ASK, oauthClient] as const;
