import { changing, instead, where } from "../../../lib/reference/changes.ts";
import { hasHeader, not } from "../../../lib/reference/faults.ts";
import { MCP_PATH, placesOf } from "../../../lib/reference/mcp/places.ts";
import { only, toMutants } from "../../../lib/reference/mutant.ts";
import { asText, emptyAnswer, ISS_FLAG, resourceWith, serverWith } from "../faults.ts";

const TLS_FLAG = "tls_client_certificate_bound_access_tokens";
/** Lists other authorization servers. `change` gets the own one. */
const listingServers = (change: (own: string) => unknown) =>
  resourceWith((call) => ({ authorization_servers: change(placesOf(call).issuer) }));

/** Faults of the metadata of the service. */
export const resourceMutants = toMutants({
  "discovery.metadata-document": {
    "describes-the-resource-as-text": changing("mcpGate.metadataAnswer", asText),
    "describes-the-resource-in-a-list": instead("mcpGate.metadataAnswer", (call) =>
      Response.json([call.rules.mcpGate.metadata(call)]),
    ),
    "asks-for-a-token-to-describe-itself": where(
      not(hasHeader("authorization")),
      instead("mcpGate.metadataAnswer", emptyAnswer(401)),
    ),
  },
  "discovery.resource": {
    "names-another-resource": resourceWith({ resource: "https://other.issuer.example/mcp" }),
    "names-no-resource": resourceWith({ resource: undefined }),
    "names-a-resource-below-itself": resourceWith(({ origin }) => ({ resource: `${origin}${MCP_PATH}/v1` })),
    "names-a-resource-with-a-fragment": resourceWith(({ origin: at }) => ({
      resource: `${at}${MCP_PATH}#tools`,
    })),
  },
  "discovery.resource-is-the-address": {
    "names-its-origin-as-the-resource": resourceWith(({ origin }) => ({ resource: origin })),
  },
  "discovery.resource-form": {
    "lists-the-scopes-of-its-tools-in-a-text": resourceWith({ scopes_supported: "cards:read cards:write" }),
    "has-its-keys-in-clear": resourceWith({ jwks_uri: "http://keys.issuer.example/keys" }),
    "is-called-by-a-number": resourceWith({ resource_name: 7 }),
    "binds-tokens-to-certificates-in-words": resourceWith({ [TLS_FLAG]: "false" }),
  },
  "discovery.authorization-servers": {
    "names-no-authorization-server": listingServers(() => undefined),
    "names-an-empty-list-of-authorization-servers": listingServers(() => []),
    "names-its-authorization-server-outside-of-a-list": listingServers((own) => own),
    "names-an-authorization-server-in-clear": listingServers((own) => [own, "http://login.issuer.example"]),
  },
  "discovery.bearer-methods": {
    "wants-tokens-in-the-body": resourceWith({ bearer_methods_supported: ["body"] }),
  },
  "discovery.no-query-tokens": {
    "invites-tokens-in-the-query": resourceWith({ bearer_methods_supported: ["header", "query"] }),
  },
  "discovery.no-offline-access": {
    "lists-offline-access": resourceWith({ scopes_supported: ["cards:read", "offline_access"] }),
  },
  "discovery.empty-lists": {
    "lists-nothing": resourceWith({ resource_signing_alg_values_supported: [] }),
  },
  "discovery.well-known-place": {
    "has-its-metadata-in-a-place-of-its-own": only({ choices: { mcpMetadataPlace: "root" } }, () => ({})),
  },
});

/** Faults of the metadata of the authorization server. */
export const serverMutants = toMutants({
  "discovery.issuer": {
    "calls-itself-another-issuer": serverWith({ issuer: "https://login.issuer.example" }),
    "writes-its-issuer-with-a-slash": serverWith(({ origin }) => ({ issuer: `${origin}/oauth/` })),
    "names-no-issuer": serverWith({ issuer: undefined }),
  },
  "discovery.server-document": {
    "serves-its-server-metadata-as-text": changing("mcpServer.metadataAnswer", asText),
  },
  "discovery.server-form": {
    "numbers-its-scopes": serverWith({ scopes_supported: [1, 2] }),
    "registers-clients-at-a-path": serverWith({ registration_endpoint: "/register" }),
    "revokes-in-clear": serverWith({ revocation_endpoint: "http://login.issuer.example/revoke" }),
    "names-itself-in-words": serverWith({ [ISS_FLAG]: "true" }),
  },
  "discovery.endpoints": {
    "has-no-token-endpoint": serverWith({ token_endpoint: undefined }),
    "names-a-relative-authorization-endpoint": serverWith({ authorization_endpoint: "/oauth/authorize" }),
    "has-its-token-endpoint-in-clear": serverWith({ token_endpoint: "http://login.issuer.example/token" }),
    "gives-no-codes": serverWith({ response_types_supported: ["id_token"] }),
    "lists-its-scopes-in-a-text": serverWith({ scopes_supported: "cards:read cards:write" }),
  },
  "discovery.endpoint-fragment": {
    "has-a-token-endpoint-with-a-fragment": serverWith(({ origin }) => ({
      token_endpoint: `${origin}/oauth/token#here`,
    })),
  },
  "discovery.code-grant": {
    "lists-no-code-grant": serverWith({ grant_types_supported: ["refresh_token"] }),
  },
  "discovery.no-removed-grants": {
    "lists-the-implicit-grant": serverWith({ response_types_supported: ["code", "token"] }),
    "lists-the-password-grant": serverWith({ grant_types_supported: ["authorization_code", "password"] }),
  },
  "discovery.no-unsigned-assertions": {
    "takes-unsigned-assertions": serverWith({
      token_endpoint_auth_signing_alg_values_supported: ["none", "ES256"],
    }),
  },
  "discovery.public-clients": {
    "lists-no-public-clients": serverWith({ token_endpoint_auth_methods_supported: ["client_secret_basic"] }),
  },
  "discovery.issuer-parameter": {
    "does-not-say-that-it-names-itself": only(
      { choices: { mcpIss: "absent" } },
      serverWith({ [ISS_FLAG]: undefined }),
    ),
  },
  "discovery.client-documents": {
    "knows-no-client-documents": serverWith({ client_id_metadata_document_supported: false }),
  },
});
