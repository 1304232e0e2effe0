/** Choices of the MCP service and its authorization server where OAuth 2.1 and the protocol leave it open (§5.5). */
export const mcpAxes = {
  /** The ways in which the protocol is spoken, on one address. */
  mcpEras: ["both", "handshake", "stateless"],
  /** The newest revision of the handshake era that is spoken. */
  mcpRevision: ["2025-11-25", "2025-06-18"],
  /** The answer to an `initialize` of a revision that is not spoken. */
  mcpUnknownRevision: ["another", "error"],
  /** Batches of messages, in a session of a revision that has none any more. */
  mcpBatches: ["taken", "refused"],
  /** `one-per-user`: a new session ends the one before. `short`: a session ends after a few requests. */
  mcpSessions: ["ids", "none", "one-per-user", "short"],
  /** `polled`: the newest revision with sessions ends a stream before its response, which the client then polls for. */
  mcpAnswers: ["json", "stream", "polled"],
  /** `structured`: the tool that reads lists a schema of its output, and gives output by it beside the text. */
  mcpOutput: ["text", "structured"],
  mcpGet: ["stream", "refused"],
  mcpDelete: ["ends", "refused"],
  /** Where a challenge leads: to nothing, a client then looks at the well-known places. */
  mcpChallenge: ["metadata-and-scope", "metadata", "realm-only", "tokens-unquoted", "two-schemes"],
  mcpMetadataPlace: ["with-path", "root"],
  mcpErrorOfAbsentToken: ["none", "invalid_token"],
  mcpRefusalBody: ["empty", "json", "json-rpc"],
  mcpMalformedToken: ["401", "400"],
  /** Tokens are looked at before or after what else is wrong with a request. */
  mcpTokenCheck: ["first", "after-origin"],
  /** How a call beyond the scope is refused. */
  mcpScopeRefusal: ["403", "403-bare", "in-band-result", "in-band-error"],
  mcpListing: ["all", "permitted"],
  mcpResource: ["address", "origin"],
  mcpIssuer: ["with-path", "root"],
  mcpServerMetadata: ["rfc8414", "openid", "openid-appended"],
  mcpIss: ["sent", "absent"],
  mcpTokenFormat: ["opaque", "jwt"],
  mcpRefreshTokens: ["rotated", "none"],
  /** Which tokens a client has at a time: those of all its flows, or those that it was given last. */
  mcpGrants: ["of-all-flows", "newest"],
  /** Effect of a replayed code or refresh token: on the tokens of its grant, on none, or on all tokens of its client. */
  mcpReplay: ["revokes", "refused", "revokes-all"],
  /** Effect of a wrong use of a code or a refresh token on the next use. */
  mcpWrongUse: ["refused", "spends"],
  mcpRevocation: ["offered", "of-refresh-tokens", "none"],
  mcpPlainChallenge: ["refused", "advertised"],
  /** The answer to a wrong authorization request, if the client may receive it. */
  mcpAuthorizationError: ["redirect", "page"],
  mcpInvalidClient: ["401", "400"],
  /** The way from the authorization endpoint to the redirect URI. */
  mcpConsent: ["direct", "by-a-page-of-its-own"],
  mcpNarrowedScope: ["named", "refused"],
  /** A request for authorization without a scope: the server takes a scope of its own, or refuses the request. */
  mcpAbsentScope: ["default", "refused"],
  /** When the tool that reads shows a write. */
  mcpReads: ["at-once", "late"],
} as const;
