import { only, toMutants } from "../../../lib/reference/mutant.ts";
import { MCP_PATH } from "../../../lib/reference/mcp/places.ts";
import { describingResource, describingServer } from "../faults.ts";
import { instead } from "../../../lib/reference/changes.ts";

export const discoveryMutants = toMutants({
  "discovery.metadata-document": {
    "describes-the-resource-as-text": ({ mcpGate }) => ({
      mcpGate: {
        metadataAnswer: (call) =>
          new Response(JSON.stringify(mcpGate.metadata(call)), { headers: { "content-type": "text/plain" } }),
      },
    }),
    "describes-the-resource-in-a-list": ({ mcpGate }) => ({
      mcpGate: { metadataAnswer: (call) => Response.json([mcpGate.metadata(call)]) },
    }),
    "asks-for-a-token-to-describe-itself": instead("mcpGate.metadataAnswer", (call) =>
      !call.headers.has("authorization") ? new Response(null, { status: 401 }) : undefined,
    ),
  },
  "discovery.resource": {
    "names-another-resource": describingResource(() => ({ resource: "https://other.issuer.example/mcp" })),
    "names-no-resource": describingResource(() => ({ resource: undefined })),
    "names-a-resource-below-itself": describingResource(({ origin }) => ({
      resource: `${origin}${MCP_PATH}/v1`,
    })),
    "names-a-resource-with-a-fragment": describingResource(({ origin }) => ({
      resource: `${origin}${MCP_PATH}#tools`,
    })),
  },
  "discovery.resource-is-the-address": {
    "names-its-origin-as-the-resource": describingResource(({ origin }) => ({ resource: origin })),
  },
  "discovery.authorization-servers": {
    "names-no-authorization-server": describingResource(() => ({ authorization_servers: undefined })),
    "names-an-empty-list-of-authorization-servers": describingResource(() => ({ authorization_servers: [] })),
    "names-its-authorization-server-outside-of-a-list": describingResource(({ origin }) => ({
      authorization_servers: `${origin}/oauth`,
    })),
    "names-an-authorization-server-in-clear": describingResource(({ origin }) => ({
      authorization_servers: [`${origin}/oauth`, "http://login.issuer.example"],
    })),
  },
  "discovery.bearer-methods": {
    "wants-tokens-in-the-body": describingResource(() => ({ bearer_methods_supported: ["body"] })),
  },
  "discovery.no-query-tokens": {
    "invites-tokens-in-the-query": describingResource(() => ({
      bearer_methods_supported: ["header", "query"],
    })),
  },
  "discovery.no-offline-access": {
    "lists-offline-access": describingResource(({ facts }) => ({
      scopes_supported: [...facts.scopes.readWrite, "offline_access"],
    })),
  },
});

export const serverMutants = toMutants({
  "discovery.issuer": {
    "calls-itself-another-issuer": describingServer(() => ({ issuer: "https://login.issuer.example" })),
    "writes-its-issuer-with-a-slash": describingServer(({ origin }) => ({ issuer: `${origin}/oauth/` })),
    "names-no-issuer": describingServer(() => ({ issuer: undefined })),
  },
  "discovery.endpoints": {
    "has-no-token-endpoint": describingServer(() => ({ token_endpoint: undefined })),
    "names-a-relative-authorization-endpoint": describingServer(() => ({
      authorization_endpoint: "/oauth/authorize",
    })),
    "has-its-token-endpoint-in-clear": describingServer(() => ({
      token_endpoint: "http://login.issuer.example/token",
    })),
    "gives-no-codes": describingServer(() => ({ response_types_supported: ["id_token"] })),
    "lists-its-scopes-in-a-text": describingServer(({ facts }) => ({
      scopes_supported: facts.scopes.readWrite.join(" "),
    })),
  },
  "discovery.no-removed-grants": {
    "lists-the-implicit-grant": describingServer(() => ({ response_types_supported: ["code", "token"] })),
    "lists-the-password-grant": describingServer(() => ({
      grant_types_supported: ["authorization_code", "password"],
    })),
  },
  "discovery.issuer-parameter": {
    "does-not-say-that-it-names-itself": only(
      { choices: { mcpIss: "absent" } },
      describingServer(() => ({ authorization_response_iss_parameter_supported: undefined })),
    ),
  },
  "discovery.client-documents": {
    "knows-no-client-documents": describingServer(() => ({ client_id_metadata_document_supported: false })),
  },
});
