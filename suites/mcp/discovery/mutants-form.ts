import { only, toMutants } from "../../../lib/reference/mutant.ts";
import { describingResource, describingServer } from "../faults.ts";

export const formMutants = toMutants({
  "discovery.resource-form": {
    "lists-the-scopes-of-its-tools-in-a-text": describingResource(() => ({
      scopes_supported: "cards:read cards:write",
    })),
    "has-its-keys-in-clear": describingResource(() => ({
      jwks_uri: "http://keys.issuer.example/keys",
    })),
    "is-called-by-a-number": describingResource(() => ({ resource_name: 7 })),
    "binds-tokens-to-certificates-in-words": describingResource(() => ({
      tls_client_certificate_bound_access_tokens: "false",
    })),
  },
  "discovery.server-form": {
    "numbers-its-scopes": describingServer(() => ({ scopes_supported: [1, 2] })),
    "registers-clients-at-a-path": describingServer(() => ({ registration_endpoint: "/register" })),
    "revokes-in-clear": describingServer(() => ({
      revocation_endpoint: "http://login.issuer.example/revoke",
    })),
    "names-itself-in-words": describingServer(() => ({
      authorization_response_iss_parameter_supported: "true",
    })),
  },
  "discovery.endpoint-fragment": {
    "has-a-token-endpoint-with-a-fragment": describingServer(({ origin }) => ({
      token_endpoint: `${origin}/oauth/token#here`,
    })),
  },
  "discovery.server-document": {
    "serves-its-server-metadata-as-text": ({ mcpServer }) => ({
      mcpServer: {
        metadataAnswer: (call) =>
          new Response(JSON.stringify(mcpServer.metadata(call)), {
            headers: { "content-type": "text/plain" },
          }),
      },
    }),
  },
  "discovery.code-grant": {
    "lists-no-code-grant": describingServer(() => ({ grant_types_supported: ["refresh_token"] })),
  },
  "discovery.no-unsigned-assertions": {
    "takes-unsigned-assertions": describingServer(() => ({
      token_endpoint_auth_signing_alg_values_supported: ["none", "ES256"],
    })),
  },
  "discovery.empty-lists": {
    "lists-nothing": describingResource(() => ({ resource_signing_alg_values_supported: [] })),
  },
  "discovery.well-known-place": {
    "has-its-metadata-in-a-place-of-its-own": only({ choices: { mcpMetadataPlace: "root" } }, () => ({})),
  },
  "discovery.public-clients": {
    "lists-no-public-clients": describingServer(() => ({
      token_endpoint_auth_methods_supported: ["client_secret_basic"],
    })),
  },
});
