import type { Need } from "../../engine/requirement/requirement.ts";
import { EMBEDDED } from "../fields/base-url.ts";
import type { Profile } from "../schema/profile-schema.ts";

type ProfileNeed = Need<Profile>;

/** The address of the embedded reference counts only with the embedded reference. */
export const mcpAddress: ProfileNeed = {
  field: "mcp.url",
  what: "the address of the MCP service",
  isOffered: ({ mcp, baseUrl }) => mcp.url !== null && (mcp.url !== EMBEDDED || baseUrl === EMBEDDED),
};
const readOnlyToken = ofCommand("readOnlyToken", "a token of the read-only scope");
export const readWriteToken = ofCommand("readWriteToken", "a token of the read-write scope");
export const expiredToken = ofMcp("expiredToken", "an expired token");
export const otherResourceToken = ofMcp("otherResourceToken", "a token for another resource");
export const otherServerToken = ofMcp("otherServerToken", "a token of another authorization server");
export const allowedOrigin = ofMcp("allowedOrigin", "an origin whose pages may use the service");
export const noScopeToken = ofMcp("noScopeToken", "a token with neither scope");
export const secondUserToken = ofMcp("secondUserToken", "a token of a second user");
export const otherMerchantToken = ofMcp("otherMerchantToken", "a token of another merchant");
export const readTool = ofMcp("read", "a tool that reads");
export const writeTool = ofMcp("write", "a tool that writes");
export const otherWrites: ProfileNeed = {
  field: "mcp.otherWrites",
  what: "the further tools that write",
  isOffered: ({ mcp }) => mcp.otherWrites.length > 0,
};
export const scopeNames = ofMcp("scopes", "the names of the two scopes");
export const oauthClient = ofMcp("client", "an OAuth client");
export const otherOauthClient = ofMcp("otherClient", "a second OAuth client");

/** Requirements of every request to the MCP service. */
export const TO_ASK = [mcpAddress, readOnlyToken] as const;

/** Requirements of a call of the read tool. */
export const TO_READ = [...TO_ASK, readTool] as const;

/** Requirements of a call of the write tool, and of the look at its effect. */
export const TO_WRITE = [...TO_READ, readWriteToken, writeTool] as const;

/** Requirements of a code flow. */
export const TO_AUTHORIZE = [...TO_ASK, oauthClient] as const;

function ofMcp(field: keyof Profile["mcp"], what: string): ProfileNeed {
  return { field: `mcp.${field}`, what, isOffered: ({ mcp }) => mcp[field] !== null };
}

/** A token that the profile gives, or that its command prints. */
function ofCommand(field: "readOnlyToken" | "readWriteToken", what: string): ProfileNeed {
  const isOffered: ProfileNeed["isOffered"] = ({ mcp }) => mcp[field] !== null || mcp.tokenCommand !== null;
  return { ...ofMcp(field, what), isOffered };
}
