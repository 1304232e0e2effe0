import type { Area } from "./requirement.ts";

const OAUTH = "OAuth 2.1 and the MCP authorization specification ask it of every protected MCP server.";

export const authorization = {
  "authorization.challenge": {
    level: "inferred",
    sections: ["5"],
    needs: ["mcp"],
    text: "The MCP service answers a request without a token with 401 and a challenge that names its resource metadata.",
    because: OAUTH,
  },
  "authorization.resource-metadata": {
    level: "inferred",
    sections: ["5"],
    needs: ["mcp"],
    text: "The protected resource metadata names the resource and an authorization server.",
    because: OAUTH,
  },
  "authorization.server-metadata": {
    level: "inferred",
    sections: ["5"],
    needs: ["mcp"],
    text: "The authorization server publishes its metadata, with authorization and token endpoints.",
    because: OAUTH,
  },
  "authorization.pkce": {
    level: "inferred",
    sections: ["5"],
    needs: ["mcp"],
    text: "The authorization server supports PKCE with S256.",
    because: OAUTH,
  },
  "authorization.wrong-token": {
    level: "inferred",
    sections: ["5"],
    needs: ["mcp"],
    text: "A wrong bearer token is refused.",
    because: OAUTH,
  },
  "authorization.two-scopes": {
    level: "stated",
    sections: ["5", "9"],
    needs: ["mcp"],
    text: "There is a read-only and a read-write scope.",
  },
  "authorization.read-only": {
    level: "inferred",
    sections: ["5"],
    needs: ["mcp", "read-only-token"],
    text: "A read-only token cannot change anything.",
    because: "The scope is named Read-only.",
  },
  "authorization.scope-names": {
    level: "unspecified",
    sections: ["5"],
    needs: ["mcp"],
    text: "The names of the scopes, and which operations each allows.",
  },
} as const satisfies Area<"authorization">;
