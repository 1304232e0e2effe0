import { inferred, stated } from "../../../lib/api/requirement.ts";
import { mcpAddress, readOnlyToken } from "../../../lib/profile/needs.ts";

const OAUTH = "OAuth 2.1 and the MCP authorization specification ask it of every protected MCP server.";

export const challenge = inferred("authorization.challenge", {
  sections: ["5"],
  needs: [mcpAddress],
  text: "The MCP service answers a request without a token with 401 and a challenge that names its resource metadata.",
  because: OAUTH,
});

export const resourceMetadata = inferred("authorization.resource-metadata", {
  sections: ["5"],
  needs: [mcpAddress],
  text: "The protected resource metadata names the resource and an authorization server.",
  because: OAUTH,
});

export const serverMetadata = inferred("authorization.server-metadata", {
  sections: ["5"],
  needs: [mcpAddress],
  text: "The authorization server publishes its metadata, with authorization and token endpoints.",
  because: OAUTH,
});

export const pkce = inferred("authorization.pkce", {
  sections: ["5"],
  needs: [mcpAddress],
  text: "The authorization server supports PKCE with S256.",
  because: OAUTH,
});

export const wrongToken = inferred("authorization.wrong-token", {
  sections: ["5"],
  needs: [mcpAddress],
  text: "A wrong bearer token is refused.",
  because: OAUTH,
});

export const twoScopes = stated("authorization.two-scopes", {
  sections: ["5", "9"],
  needs: [mcpAddress],
  text: "There is a read-only and a read-write scope.",
});

export const readOnly = inferred("authorization.read-only", {
  sections: ["5"],
  needs: [mcpAddress, readOnlyToken],
  text: "A read-only token cannot change anything.",
  because: "The scope is named Read-only.",
});
