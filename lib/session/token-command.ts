import type { Access } from "../mcp/wire/live-tokens.ts";
import { type McpFacts, SCOPE_NAME } from "../profile/schema/mcp-schema.ts";
import { mcpAddress } from "../profile/needs/mcp-needs.ts";
import type { Profile } from "../profile/schema/profile-schema.ts";
import { programOutput } from "../api/exchange/program-output.ts";
import { TokenError } from "./token-error.ts";

const TOKEN = /^[\x21-\x7e]+$/;

/**
 * A token of the command of a profile.
 * @throws {TokenError} when it fails, or prints none
 */
export async function tokenOf(mcp: McpFacts, access: Access): Promise<string> {
  const { tokenCommand, scopes } = mcp;
  const [named, name] =
    access === "read-only" ? [scopes?.readOnly, "readOnly"] : [scopes?.readWrite, "readWrite"];
  const command = (tokenCommand ?? []).map((word) => word.replaceAll(SCOPE_NAME, named ?? access));
  const output = await programOutput(command);
  const cannot = `Cannot get a ${access} token (mcp.tokenCommand, scope ${named ?? access})`;
  if ("problem" in output)
    throw new TokenError(`${cannot}: the command ${output.problem}.${hint(name, scopes)}`);
  const token = output.text.trim();
  if (TOKEN.test(token)) return token;
  const printed = token === "" ? "nothing" : "more than one word, or other characters than visible ASCII";
  throw new TokenError(`${cannot}: the command must print only a token, and it printed ${printed}.`);
}

/** A profile with tokens for its MCP service, of its command where it has one. @throws {TokenError} */
export async function withTokens(profile: Profile): Promise<Profile> {
  const { mcp } = profile;
  if (mcp.tokenCommand === null || !mcpAddress.isOffered(profile)) return profile;
  const [readOnlyToken, readWriteToken] = [await tokenOf(mcp, "read-only"), await tokenOf(mcp, "read-write")];
  return { ...profile, mcp: { ...mcp, readOnlyToken, readWriteToken } };
}

function hint(name: string, scopes: McpFacts["scopes"]): string {
  return scopes === null ? ` If it expects the name of a scope, give mcp.scopes.${name}.` : "";
}
