/** Why no requirement checks a MUST of OAuth or MCP. */
export const REASONS = {
  "not visible": "an answer to a client does not show it",
  optional: "it applies to a feature that few servers have, and this suite does not use",
  person: "it concerns a page that a person reads",
  setup: "it concerns registration or keys, which a run never changes",
  open: "the texts contradict each other, or leave it to the server",
} as const;

/** Each MUST that binds a server, and that no requirement checks: the text, what the server must do, and why. */
export const UNCHECKED_MUSTS: readonly (readonly string[])[] = `
OAuth 2.1, 1.4.1 and 5.2 | give a request the rights of its token, for tools that the profile does not name | not visible: the run never calls them with a valid token. 'scopes.write-annotation' warns of a wrong annotation
OAuth 2.1, 2.2 | give each client an id of its own | setup: a run registers no client
OAuth 2.1, 2.3.2 | require https or loopback redirect URIs | setup: a run registers no client
OAuth 2.1, 2.4.1 | limit guesses of secrets | not visible: a run sends only a few wrong secrets
OAuth 2.1, 3.1 | return an empty state | open: it counts as absent, and only a state that is present comes back
OAuth 2.1, 3.1 | verify who the person is | person: the run cannot log in
OAuth 2.1, 4.1.2 | let codes expire within ten minutes | not visible: a run does not wait that long
OAuth 2.1, 4.1.2 | issue codes that cannot be guessed | not visible: codes are opaque to clients
OAuth 2.1, 4.1.2.1 | require a code challenge from confidential clients | open: not if the server knows another protection of the client
OAuth 2.1, 7.5.4 | not redirect credentials with 307 | person: it concerns a form with a password
OAuth 2.1, 7.10 | protect its pages from framing | person: it concerns the consent page
RFC 8414, 2.1 | use valid signed metadata | optional: 'signed_metadata'
RFC 8707, 2 | answer 'invalid_target' for an unknown resource | open: the text leaves it to the server
RFC 9728, 2.2 | use valid signed metadata | optional: 'signed_metadata'
MCP, Authorization, Token Handling | not pass tokens on | not visible: it concerns requests to other services
MCP, Authorization, Client Registration | verify documents of clients | optional: a document would need an https host. 'discovery.client-documents' warns
MCP, Authorization, Confused Deputy | ask for consent for each client | person: it concerns the consent page
MCP 2026-07-28, Base Protocol, Client Capabilities | not rely on undeclared capabilities | optional: it concerns elicitation, sampling and roots
MCP 2026-07-28, Caching | use one 'cacheScope' for all pages | optional: few lists have several pages
MCP, Tools | not vary the list by connection | open: the list may change over time
MCP, Tools, Security | validate arguments and sanitize output | not visible: each tool has rules of its own
MCP 2026-07-28, Subscriptions | name the subscription in notifications | optional: 'subscriptions/listen'
MCP, Prompts, Resources, Completion and Logging | follow their chapters | optional: the document names tools only
MCP, Transports, Listening for Messages from the Server | not broadcast a message to several streams | not visible: a run causes no message of the server
MCP, Transports, Resumability | keep event ids unique, replay one stream | optional: event ids
MCP 2026-07-28, Transports, Custom Headers | validate 'Mcp-Param' headers | optional: 'x-mcp-header'
`
  .trim()
  .split("\n")
  .map((row) => row.replaceAll("'", "`").split(" | "));
