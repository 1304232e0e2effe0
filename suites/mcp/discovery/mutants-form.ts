import { mutant } from "../../../lib/reference/mutant.ts";
import { describingResource, describingServer } from "../faults.ts";

const resource = (name: string, breaks: string, members: Readonly<Record<string, unknown>>) =>
  mutant(
    name,
    breaks,
    describingResource(() => members),
  );

const server = (name: string, breaks: string, members: Readonly<Record<string, unknown>>) =>
  mutant(
    name,
    breaks,
    describingServer(() => members),
  );

export const formMutants = [
  resource("lists-the-scopes-of-its-tools-in-a-text", "discovery.resource-form", {
    scopes_supported: "cards:read cards:write",
  }),
  resource("has-its-keys-in-clear", "discovery.resource-form", {
    jwks_uri: "http://keys.issuer.example/keys",
  }),
  resource("is-called-by-a-number", "discovery.resource-form", { resource_name: 7 }),
  resource("binds-tokens-to-certificates-in-words", "discovery.resource-form", {
    tls_client_certificate_bound_access_tokens: "false",
  }),
  server("numbers-its-scopes", "discovery.server-form", { scopes_supported: [1, 2] }),
  server("registers-clients-at-a-path", "discovery.server-form", { registration_endpoint: "/register" }),
  server("revokes-in-clear", "discovery.server-form", {
    revocation_endpoint: "http://login.issuer.example/revoke",
  }),
  server("names-itself-in-words", "discovery.server-form", {
    authorization_response_iss_parameter_supported: "true",
  }),
  mutant(
    "has-a-token-endpoint-with-a-fragment",
    "discovery.endpoint-fragment",
    describingServer(({ origin }) => ({ token_endpoint: `${origin}/oauth/token#here` })),
  ),
  mutant("serves-its-server-metadata-as-text", "discovery.server-document", ({ mcpServer }) => ({
    mcpServer: {
      metadataAnswer: (call) =>
        new Response(JSON.stringify(mcpServer.metadata(call)), { headers: { "content-type": "text/plain" } }),
    },
  })),
  server("lists-no-code-grant", "discovery.code-grant", { grant_types_supported: ["refresh_token"] }),
  server("takes-unsigned-assertions", "discovery.no-unsigned-assertions", {
    token_endpoint_auth_signing_alg_values_supported: ["none", "ES256"],
  }),
  resource("lists-nothing", "discovery.empty-lists", { resource_signing_alg_values_supported: [] }),
  mutant("has-its-metadata-in-a-place-of-its-own", "discovery.well-known-place", () => ({}), {
    choices: { mcpMetadataPlace: "root" },
  }),
  server("lists-no-public-clients", "discovery.public-clients", {
    token_endpoint_auth_methods_supported: ["client_secret_basic"],
  }),
];
