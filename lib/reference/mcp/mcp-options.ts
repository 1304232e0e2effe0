/** An access token that was issued before the reference was started. */
export interface ReferenceToken {
  readonly value: string;
  readonly scopes: readonly string[];
  readonly subject: string;
  /** Why it is not valid here; absent: it is. */
  readonly flaw?: "expired" | "other-resource" | "other-server";
}

/** An OAuth client that is registered. */
export interface ReferenceClient {
  readonly id: string;
  /** Null: a public client. */
  readonly secret: string | null;
  readonly redirectUri: string;
}

/** Clients, users and secrets that the MCP service of the reference starts with. */
export interface ReferenceMcp {
  readonly tokens: readonly ReferenceToken[];
  readonly clients: readonly ReferenceClient[];
  readonly scopes: { readonly readOnly: readonly string[]; readonly readWrite: readonly string[] };
}
