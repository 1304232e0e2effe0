import type { McpFacts } from "./mcp-schema.ts";

/** Three parts in base64url, as of a JSON Web Token. */
const JWT = /^[\w-]+\.([\w-]{8,})\.([\w-]*)$/;
const MIN_PART_CHARS = 8;

/**
 * The tokens and secrets of the MCP service. A JSON Web Token adds its claims and its signature separately.
 */
export function mcpSecrets(mcp: McpFacts): readonly (readonly [label: string, value: string])[] {
  const tokens = [
    ["readOnlyToken", mcp.readOnlyToken],
    ["readWriteToken", mcp.readWriteToken],
    ["expiredToken", mcp.expiredToken],
    ["otherResourceToken", mcp.otherResourceToken],
    ["otherServerToken", mcp.otherServerToken],
    ["noScopeToken", mcp.noScopeToken],
    ["secondUserToken", mcp.secondUserToken],
    ["client.secret", mcp.client?.secret ?? null],
    ["otherClient.secret", mcp.otherClient?.secret ?? null],
  ] as const;
  return tokens.flatMap(([name, value]) =>
    value === null ? [] : [value, ...partsOf(value)].map((text) => [`mcp.${name}`, text] as const),
  );
}

function partsOf(token: string): string[] {
  const [, payload = "", signature = ""] = JWT.exec(token) ?? [];
  return [payload, signature].filter(({ length }) => length >= MIN_PART_CHARS);
}
