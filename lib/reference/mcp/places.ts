import type { McpCall } from "./mcp-call.ts";

export const MCP_PATH = "/mcp";
export const AUTHORIZE_PATH = "/oauth/authorize";
export const CONSENT_PATH = "/oauth/consent";
export const TOKEN_PATH = "/oauth/token";
export const KEYS_PATH = "/oauth/keys";
export const REVOCATION_PATH = "/oauth/revoke";
const WELL_KNOWN = "/.well-known";
const RESOURCE = `${WELL_KNOWN}/oauth-protected-resource`;

/** Where the MCP service and its authorization server have what, as absolute URLs. */
export interface Places {
  readonly origin: string;
  readonly metadataUrl: string;
  readonly issuer: string;
  readonly serverMetadataUrl: string;
}

export function placesOf({ origin, choices }: Pick<McpCall, "origin" | "choices">): Places {
  const issuerPath = choices.mcpIssuer === "root" ? "" : "/oauth";
  const place = { rfc8414: "oauth-authorization-server", openid: "openid-configuration" } as const;
  const document =
    choices.mcpServerMetadata === "openid-appended"
      ? `${issuerPath}${WELL_KNOWN}/openid-configuration`
      : `${WELL_KNOWN}/${place[choices.mcpServerMetadata]}${issuerPath}`;
  return {
    origin,
    metadataUrl: `${origin}${RESOURCE}${choices.mcpMetadataPlace === "root" ? "" : MCP_PATH}`,
    issuer: `${origin}${issuerPath}`,
    serverMetadataUrl: `${origin}${document}`,
  };
}

/** Whether the MCP side of the reference answers on a path. */
export function isOfMcp(path: string): boolean {
  return path === MCP_PATH || path.startsWith("/oauth/") || path.startsWith(`${WELL_KNOWN}/`);
}
