import { mutant } from "../../../lib/reference/mutant.ts";
import { MCP_PATH } from "../../../lib/reference/mcp/places.ts";
import { describingResource, describingServer } from "../faults.ts";

export const discoveryMutants = [
  mutant("describes-the-resource-as-text", "discovery.metadata-document", ({ mcpGate }) => ({
    mcpGate: {
      metadataAnswer: (call) =>
        new Response(JSON.stringify(mcpGate.metadata(call)), { headers: { "content-type": "text/plain" } }),
    },
  })),
  mutant("describes-the-resource-in-a-list", "discovery.metadata-document", ({ mcpGate }) => ({
    mcpGate: { metadataAnswer: (call) => Response.json([mcpGate.metadata(call)]) },
  })),
  mutant("asks-for-a-token-to-describe-itself", "discovery.metadata-document", ({ mcpGate }) => ({
    mcpGate: {
      metadataAnswer: (call) =>
        call.headers.has("authorization")
          ? mcpGate.metadataAnswer(call)
          : new Response(null, { status: 401 }),
    },
  })),
  mutant(
    "names-another-resource",
    "discovery.resource",
    describingResource(() => ({ resource: "https://other.issuer.example/mcp" })),
  ),
  mutant(
    "names-no-resource",
    "discovery.resource",
    describingResource(() => ({ resource: undefined })),
  ),
  mutant(
    "names-a-resource-below-itself",
    "discovery.resource",
    describingResource(({ origin }) => ({ resource: `${origin}${MCP_PATH}/v1` })),
  ),
  mutant(
    "names-a-resource-with-a-fragment",
    "discovery.resource",
    describingResource(({ origin }) => ({ resource: `${origin}${MCP_PATH}#tools` })),
  ),
  mutant(
    "names-its-origin-as-the-resource",
    "discovery.resource-is-the-address",
    describingResource(({ origin }) => ({ resource: origin })),
  ),
  mutant(
    "names-no-authorization-server",
    "discovery.authorization-servers",
    describingResource(() => ({ authorization_servers: undefined })),
  ),
  mutant(
    "names-an-empty-list-of-authorization-servers",
    "discovery.authorization-servers",
    describingResource(() => ({ authorization_servers: [] })),
  ),
  mutant(
    "names-its-authorization-server-outside-of-a-list",
    "discovery.authorization-servers",
    describingResource(({ origin }) => ({ authorization_servers: `${origin}/oauth` })),
  ),
  mutant(
    "names-an-authorization-server-in-clear",
    "discovery.authorization-servers",
    describingResource(({ origin }) => ({
      authorization_servers: [`${origin}/oauth`, "http://login.issuer.example"],
    })),
  ),
  mutant(
    "wants-tokens-in-the-body",
    "discovery.bearer-methods",
    describingResource(() => ({ bearer_methods_supported: ["body"] })),
  ),
  mutant(
    "invites-tokens-in-the-query",
    "discovery.no-query-tokens",
    describingResource(() => ({ bearer_methods_supported: ["header", "query"] })),
  ),
  mutant(
    "lists-offline-access",
    "discovery.no-offline-access",
    describingResource(({ facts }) => ({ scopes_supported: [...facts.scopes.readWrite, "offline_access"] })),
  ),
];

export const serverMutants = [
  mutant(
    "calls-itself-another-issuer",
    "discovery.issuer",
    describingServer(() => ({ issuer: "https://login.issuer.example" })),
  ),
  mutant(
    "writes-its-issuer-with-a-slash",
    "discovery.issuer",
    describingServer(({ origin }) => ({ issuer: `${origin}/oauth/` })),
  ),
  mutant(
    "names-no-issuer",
    "discovery.issuer",
    describingServer(() => ({ issuer: undefined })),
  ),
  mutant(
    "has-no-token-endpoint",
    "discovery.endpoints",
    describingServer(() => ({ token_endpoint: undefined })),
  ),
  mutant(
    "names-a-relative-authorization-endpoint",
    "discovery.endpoints",
    describingServer(() => ({ authorization_endpoint: "/oauth/authorize" })),
  ),
  mutant(
    "has-its-token-endpoint-in-clear",
    "discovery.endpoints",
    describingServer(() => ({ token_endpoint: "http://login.issuer.example/token" })),
  ),
  mutant(
    "gives-no-codes",
    "discovery.endpoints",
    describingServer(() => ({ response_types_supported: ["id_token"] })),
  ),
  mutant(
    "lists-its-scopes-in-a-text",
    "discovery.endpoints",
    describingServer(({ facts }) => ({ scopes_supported: facts.scopes.readWrite.join(" ") })),
  ),
  mutant(
    "lists-the-implicit-grant",
    "discovery.no-removed-grants",
    describingServer(() => ({ response_types_supported: ["code", "token"] })),
  ),
  mutant(
    "lists-the-password-grant",
    "discovery.no-removed-grants",
    describingServer(() => ({ grant_types_supported: ["authorization_code", "password"] })),
  ),
  mutant(
    "does-not-say-that-it-names-itself",
    "discovery.issuer-parameter",
    describingServer(() => ({ authorization_response_iss_parameter_supported: undefined })),
    { choices: { mcpIss: "absent" } },
  ),
  mutant(
    "knows-no-client-documents",
    "discovery.client-documents",
    describingServer(() => ({ client_id_metadata_document_supported: false })),
  ),
];
