import type { ReferenceMcp } from "./mcp-options.ts";

/** The grant behind an access token. */
export interface Grant {
  readonly token: string;
  readonly scopes: readonly string[];
  readonly subject: string;
  /** The address that it is for. */
  readonly resource: "ours" | "other";
  readonly issuer: "ours" | "other";
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
  readonly isRevoked: boolean;
}

/** The grant that a code or a refresh token may be exchanged for. */
export interface Promised {
  readonly client: string;
  readonly redirectUri: string;
  readonly scopes: readonly string[];
  readonly resource: Grant["resource"];
  readonly challenge: string;
  readonly method: string;
  readonly expiresAt: number;
  isSpent: boolean;
  /** Everything that came of it, to be revoked with it. */
  readonly issued: string[];
}

/** A card, as the tools show it. */
export interface ReferenceCard {
  readonly card: string;
  label: string;
}

/** All that the MCP service and its authorization server remember. */
export interface McpState {
  readonly grants: Map<string, Grant>;
  readonly codes: Map<string, Promised>;
  readonly refreshTokens: Map<string, Promised>;
  readonly cards: readonly ReferenceCard[];
}

const LONG_MS = 100 * 365 * 24 * 3_600_000;

export function mcpState({ tokens }: ReferenceMcp, now: number): McpState {
  const grants = tokens.map(({ value, scopes, subject, flaw }): [string, Grant] => [
    value,
    {
      token: value,
      scopes,
      subject,
      resource: flaw === "other-resource" ? "other" : "ours",
      issuer: flaw === "other-server" ? "other" : "ours",
      expiresAt: flaw === "expired" ? now - 1 : now + LONG_MS,
      isRevoked: false,
    },
  ]);
  return {
    grants: new Map(grants),
    codes: new Map(),
    refreshTokens: new Map(),
    cards: ["card-1", "card-2"].map((card) => ({ card, label: "" })),
  };
}
