import { mcpAddress, oauthClient, readOnlyToken, readTool, readWriteToken, writeTool } from "./needs.ts";

/** Requirements of every request to the MCP service. */
export const TO_ASK = [mcpAddress, readOnlyToken] as const;

/** Requirements of a call of the read tool. */
export const TO_READ = [...TO_ASK, readTool] as const;

/** Requirements of a call of the write tool, and of the look at its effect. */
export const TO_WRITE = [...TO_READ, readWriteToken, writeTool] as const;

/** Requirements of a code flow. */
export const TO_AUTHORIZE = [...TO_ASK, oauthClient] as const;
