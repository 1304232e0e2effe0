import { placeOf } from "../../../lib/mcp/discovery/discovery.ts";
import {
  form,
  inResource,
  inServer,
  keepRow,
  keepsRows,
  KNOWN_MEMBERS,
  LISTS_OF_SERVER,
} from "../../../lib/mcp/discovery/metadata-rows.ts";
import {
  failRequirement,
  throwInapplicable,
  throwInconclusive,
  ORIGIN_AS_RESOURCE,
} from "../../../lib/mcp/refusals/fails.ts";
import { chapterOf, GROUNDS } from "../../../lib/mcp/requirement.ts";
import { isOfService, isOnlyOrigin } from "../../../lib/mcp/wire/metadata.ts";
import { isJson, listOf } from "../../../lib/mcp/wire/rpc.ts";
import { TO_ASK } from "../../../lib/profile/needs/mcp-needs.ts";

const { inferred, advisory } = chapterOf(GROUNDS.metadata, TO_ASK, ["5", "9"]);
const ENDPOINTS = ["authorization_endpoint", "token_endpoint"];
const ALGORITHMS =
  /^(?:token_endpoint_auth|revocation_endpoint_auth|introspection_endpoint_auth|resource|dpop)_signing_alg_values_supported$/;

export const resourceForm = inferred("discovery.resource-form", {
  source: "RFC 9728, 2 and 3.2",
  text: "The members of the metadata of the MCP service are what the standard says: lists of texts, addresses, texts, true or false.",
  check: keepsRows(...KNOWN_MEMBERS.resource),
});

export const serverForm = inferred("discovery.server-form", {
  source: "RFC 8414, 2 and 3.2; RFC 9207, 3",
  text: "The members of the metadata of the authorization server are what the standards say: lists of texts, addresses, texts, true or false.",
  check: keepsRows(...KNOWN_MEMBERS.server),
});

export const endpointFragment = inferred("discovery.endpoint-fragment", {
  source: "OAuth 2.1, 3.1 and 3.2",
  text: "The addresses of the authorization and the token endpoint have no fragment.",
  check: keepsRows(inServer(ENDPOINTS, form.noFragment)),
});

export const serverDocument = inferred("discovery.server-document", {
  source: "RFC 8414, 3.2",
  text: "The metadata of the authorization server is served as application/json.",
  check: async ({ serverOf }) => {
    const { answer } = (await serverOf()).document;
    if (!isJson(answer)) failRequirement("Content-Type application/json", answer);
  },
});

export const codeGrant = inferred("discovery.code-grant", {
  source: "RFC 8414, 2; RFC 7591, 2.1",
  text: "An authorization server that lists its grant types, and gives codes, lists `authorization_code`.",
  check: async (context) => {
    const { content } = (await context.serverOf()).document;
    const { response_types_supported: types, grant_types_supported: grants } = content;
    if (grants === undefined) throwInapplicable("The server does not list its grant types.");
    if (!listOf(types).includes("code")) return;
    await keepsRows(inServer("grant_types_supported", form.lists("authorization_code")))(context);
  },
});

export const signedByNone = inferred("discovery.no-unsigned-assertions", {
  source: "RFC 8414, 2; RFC 9728, 2",
  text: "No list of signature algorithms has `none`.",
  check: keepsRows(inResource(ALGORITHMS, form.listsNo("none")), inServer(ALGORITHMS, form.listsNo("none"))),
});

export const emptyLists = advisory("discovery.empty-lists", {
  source: "RFC 8414, 3.2; RFC 9728, 3.2",
  text: "The metadata leaves out lists that are empty.",
  check: keepsRows(inResource(/^/, form.noEmptyList), inServer(/^/, form.noEmptyList)),
});

export const wellKnownPlace = advisory("discovery.well-known-place", {
  source: "RFC 9728, 3 and 3.1",
  text: "The metadata of the MCP service is at the well-known place of its `resource`.",
  check: async ({ mcp, resourceAt, resourceOf }) => {
    const { content, answer, url } = await resourceOf();
    const { resource: named } = content;
    if (!isOfService(mcp.url, named)) throwInapplicable("`resource` is wrong, which is judged elsewhere.");
    const place = placeOf(named);
    if (place === url || (await resourceAt(place))?.["resource"] === named) return;
    const deviation = { ...ORIGIN_AS_RESOURCE, when: ["at its well-known place"] };
    const isOrigin = isOnlyOrigin(mcp.url, named);
    failRequirement(`the metadata at ${place} too`, answer, undefined, isOrigin ? deviation : undefined);
  },
});

export const publicClients = advisory("discovery.public-clients", {
  source: "RFC 8414, 2; OAuth 2.1, 2.4",
  text: "An authorization server that lists how clients authenticate, and has public clients, lists `none`.",
  check: async (context) => {
    const { client, otherClient } = context.mcp.facts;
    if (![client, otherClient].some((one) => one?.secret === null))
      throwInapplicable("No client of the profile is public.");
    const listed = form.ifPresent(form.lists("none"));
    await keepsRows(inServer("token_endpoint_auth_methods_supported", listed))(context);
  },
});

export const metadataDocument = inferred("discovery.metadata-document", {
  source: "RFC 9728, 3.2; MCP 2025-06-18 and later, Authorization",
  text: "The metadata of the MCP service is a JSON object, served with 200 as application/json, without a token.",
  check: async ({ findResource }) => {
    const { tried, found } = await findResource();
    if (tried.length === 0) throwInconclusive("No place of the metadata could be looked at.");
    if (found !== undefined && !isJson(found.answer))
      failRequirement("Content-Type application/json", found.answer);
    if (found !== undefined) return;
    const there = tried.find(({ answer }) => answer.status !== 404);
    if (there !== undefined) failRequirement(`a JSON object at ${there.url}`, there.answer);
    throwInconclusive("No metadata was found, which is judged elsewhere.");
  },
});

export const resource = inferred("discovery.resource", {
  source: "RFC 9728, 3.3 and 7.3",
  text: "`resource` in the metadata is the address of the MCP service, or its origin, without a fragment.",
  check: keepsRows(inResource("resource", form.addressOrOrigin, { deviation: ORIGIN_AS_RESOURCE })),
});

export const resourceIsTheAddress = advisory("discovery.resource-is-the-address", {
  source: "RFC 8707, 2; MCP 2025-06-18 and later, Authorization, Canonical Server URI",
  text: "`resource` in the metadata is the whole address of the MCP service, not only its origin.",
  check: keepsRows(inResource("resource", form.notOnlyOrigin)),
});

export const authorizationServers = inferred("discovery.authorization-servers", {
  source: "RFC 9728, 2; MCP 2025-06-18 and later, Authorization Server Location",
  text: "The metadata names at least one authorization server, each by an https URL without query and fragment.",
  check: keepsRows(inResource("authorization_servers", form.httpsUrls)),
});

export const bearerMethods = inferred("discovery.bearer-methods", {
  source: "RFC 9728, 2; OAuth 2.1, 5.1; MCP, Authorization, Token Requirements",
  text: "If the metadata says how tokens are sent, the Authorization header is among it.",
  check: keepsRows(
    inResource("bearer_methods_supported", form.lists("header"), {
      otherwise: "The metadata does not say how tokens are sent.",
    }),
  ),
});

export const noQueryTokens = advisory("discovery.no-query-tokens", {
  source: "OAuth 2.1, 5.1",
  text: "The metadata does not invite clients to send tokens in the query string.",
  check: keepsRows(inResource("bearer_methods_supported", form.listsNo("query"))),
});

export const issuer = inferred("discovery.issuer", {
  source: "RFC 8414, 3.3",
  text: "`issuer` in the metadata of the authorization server is, character for character, what the MCP service names it.",
  check: async ({ mcp, searchServers }) => {
    const { servers, unasked } = await searchServers();
    for (const { issuer: named, document } of servers)
      keepRow(inServer("issuer", form.isText(named)), document, mcp.url);
    if (unasked !== undefined) throw unasked;
  },
});

export const endpoints = inferred("discovery.endpoints", {
  source: "RFC 8414, 2; OAuth 2.1, 1.5",
  text: "The metadata of the authorization server has authorization and token endpoints under https, and response types with `code`; what it lists are lists.",
  check: keepsRows(
    inServer(ENDPOINTS, form.httpsUrl),
    inServer("response_types_supported", form.lists("code")),
    LISTS_OF_SERVER,
  ),
});

export const noRemovedGrants = advisory("discovery.no-removed-grants", {
  source: "OAuth 2.1, 10",
  text: "The authorization server does not list what OAuth 2.1 has left out: the response type `token` and the grant type `password`.",
  check: keepsRows(
    inServer("response_types_supported", form.listsNo("token")),
    inServer("grant_types_supported", form.listsNo("implicit")),
    inServer("grant_types_supported", form.listsNo("password")),
  ),
});

export const issuerParameter = advisory("discovery.issuer-parameter", {
  source: "RFC 9207, 3; MCP 2026-07-28, Authorization",
  text: "The authorization server says that it names itself in its answers (`iss`).",
  check: keepsRows(inServer("authorization_response_iss_parameter_supported", form.isTrue)),
});

export const clientDocuments = advisory("discovery.client-documents", {
  source: "MCP 2025-11-25 and later, Authorization, Client ID Metadata Documents",
  text: "The authorization server says that clients may be known by a document of their own.",
  check: keepsRows(inServer("client_id_metadata_document_supported", form.isTrue)),
});

export const noOfflineAccess = advisory("discovery.no-offline-access", {
  source: "MCP 2026-07-28, Authorization",
  text: "The metadata of the MCP service does not list `offline_access`, which is no scope of a resource.",
  check: keepsRows(inResource("scopes_supported", form.listsNo("offline_access"))),
});
