import { InapplicableError, InconclusiveError } from "../../../lib/engine/record/verdict.ts";
import {
  findResource,
  isJson,
  placeOf,
  resourceAt,
  searchServers,
} from "../../../lib/mcp/discovery/discovery.ts";
import type { Mcp } from "../../../lib/mcp/service/mcp.ts";
import {
  breachOfForm,
  isOfService,
  isSameAddress,
  isServerUrl,
  listOf,
  type MetadataForm,
  RESOURCE_FORM,
  SERVER_FORM,
} from "../../../lib/mcp/wire/metadata.ts";
import { failRequirement, ORIGIN_AS_RESOURCE } from "../../../lib/mcp/refusals/fails.ts";
import { chapterOf, GROUNDS } from "../../../lib/mcp/service/requirement.ts";
import { TO_ASK } from "../../../lib/profile/needs/mcp-needs.ts";
import {
  failMember,
  inResource,
  inServer,
  inTurn,
  isTrue,
  lists,
  listsNone,
  type Look,
} from "../../../lib/mcp/discovery/metadata-checks.ts";

const { inferred, advisory } = chapterOf(GROUNDS.metadata, TO_ASK, ["5", "9"]);
const ALGORITHMS =
  /^(?:token_endpoint_auth|revocation_endpoint_auth|introspection_endpoint_auth|resource|dpop)_signing_alg_values_supported$/;

const hasForm =
  (form: MetadataForm): Look =>
  ({ content, answer }, { url }) => {
    const breach = breachOfForm(url, content, form);
    if (breach === undefined) return;
    const { name, expected } = breach;
    const isText = name.endsWith("_supported") && !Array.isArray(content[name]);
    failRequirement(`${name} to be ${expected}`, answer, `${name} ${JSON.stringify(content[name])}`, {
      what: isText ? `not ${name} to be a list` : `not ${name} to be ${expected}`,
      when: [],
    });
  };

const hasNoEmptyList: Look = ({ content, answer }) => {
  const empty = Object.entries(content).find(([, value]) => Array.isArray(value) && value.length === 0);
  if (empty !== undefined) failRequirement(`no empty list as ${empty[0]}`, answer);
};

const isUnsignedByNone: Look = (document, mcp) => {
  for (const name of Object.keys(document.content).filter((one) => ALGORITHMS.test(one)))
    void listsNone(name, "none")(document, mcp);
};

export const resourceForm = inferred("discovery.resource-form", {
  source: "RFC 9728, 2 and 3.2",
  text: "The members of the metadata of the MCP service are what the standard says: lists of texts, addresses, texts, true or false.",
  check: inResource(hasForm(RESOURCE_FORM)),
});

export const serverForm = inferred("discovery.server-form", {
  source: "RFC 8414, 2 and 3.2; RFC 9207, 3",
  text: "The members of the metadata of the authorization server are what the standards say: lists of texts, addresses, texts, true or false.",
  check: inServer(hasForm(SERVER_FORM)),
});

export const endpointFragment = inferred("discovery.endpoint-fragment", {
  source: "OAuth 2.1, 3.1 and 3.2",
  text: "The addresses of the authorization and the token endpoint have no fragment.",
  check: inServer((document) => {
    for (const name of ["authorization_endpoint", "token_endpoint"])
      if (String(document.content[name]).includes("#"))
        failMember(`${name} without a fragment`, document, name);
  }),
});

export const serverDocument = inferred("discovery.server-document", {
  source: "RFC 8414, 3.2",
  text: "The metadata of the authorization server is served as application/json.",
  check: inServer(({ answer }) => {
    if (!isJson(answer)) failRequirement("Content-Type application/json", answer);
  }),
});

export const codeGrant = inferred("discovery.code-grant", {
  source: "RFC 8414, 2; RFC 7591, 2.1",
  text: "An authorization server that lists its grant types, and gives codes, lists `authorization_code`.",
  check: inServer((document, mcp) => {
    const { response_types_supported: types, grant_types_supported: grants } = document.content;
    if (grants === undefined || listOf(types).includes("code"))
      return lists(
        "grant_types_supported",
        "authorization_code",
        "The server does not list its grant types.",
      )(document, mcp);
  }),
});

export const signedByNone = inferred("discovery.no-unsigned-assertions", {
  source: "RFC 8414, 2; RFC 9728, 2",
  text: "No list of signature algorithms has `none`.",
  check: inTurn(inResource(isUnsignedByNone), inServer(isUnsignedByNone)),
});

export const emptyLists = advisory("discovery.empty-lists", {
  source: "RFC 8414, 3.2; RFC 9728, 3.2",
  text: "The metadata leaves out lists that are empty.",
  check: inTurn(inResource(hasNoEmptyList), inServer(hasNoEmptyList)),
});

export const wellKnownPlace = advisory("discovery.well-known-place", {
  source: "RFC 9728, 3 and 3.1",
  text: "The metadata of the MCP service is at the well-known place of its `resource`.",
  check: inResource(async ({ content: { resource: named }, answer, url }, mcp) => {
    if (!isOfService(mcp.url, named))
      throw new InapplicableError("`resource` is wrong, which is judged elsewhere.");
    const place = placeOf(String(named));
    if (place === url || (await resourceAt(mcp, place))?.["resource"] === named) return;
    const deviation = { ...ORIGIN_AS_RESOURCE, when: ["at its well-known place"] };
    failRequirement(
      `the metadata at ${place} too`,
      answer,
      undefined,
      isOnlyOrigin(mcp, named) ? deviation : undefined,
    );
  }),
});

/** Whether metadata names the origin of a service that has a path. */
function isOnlyOrigin({ url }: Mcp, named: unknown): boolean {
  const { origin } = new URL(url);
  return isSameAddress(named, origin) && !isSameAddress(url, origin);
}

export const publicClients = advisory("discovery.public-clients", {
  source: "RFC 8414, 2; OAuth 2.1, 2.4",
  text: "An authorization server that lists how clients authenticate, and has public clients, lists `none`.",
  check: async (context) => {
    const { client, otherClient } = context.mcp.facts;
    if (![client, otherClient].some((one) => one?.secret === null))
      throw new InapplicableError("No client of the profile is public.");
    await inServer(lists("token_endpoint_auth_methods_supported", "none"))(context);
  },
});

export const metadataDocument = inferred("discovery.metadata-document", {
  source: "RFC 9728, 3.2; MCP 2025-06-18 and later, Authorization",
  text: "The metadata of the MCP service is a JSON object, served with 200 as application/json, without a token.",
  check: async ({ mcp }) => {
    const { tried, found } = await findResource(mcp);
    if (tried.length === 0) throw new InconclusiveError("No place of the metadata could be looked at.");
    if (found !== undefined && !isJson(found.answer))
      failRequirement("Content-Type application/json", found.answer);
    if (found !== undefined) return;
    const there = tried.find(({ answer }) => answer.status !== 404);
    if (there !== undefined) failRequirement(`a JSON object at ${there.url}`, there.answer);
    throw new InconclusiveError("No metadata was found, which is judged elsewhere.");
  },
});

export const resource = inferred("discovery.resource", {
  source: "RFC 9728, 3.3 and 7.3",
  text: "`resource` in the metadata is the address of the MCP service, or its origin, without a fragment.",
  check: inResource(({ content: { resource: named }, answer }, { url }) => {
    const actual = `resource ${JSON.stringify(named)}`;
    if (!isOfService(url, named))
      failRequirement(`resource to be ${url}`, answer, actual, ORIGIN_AS_RESOURCE);
  }),
});

export const resourceIsTheAddress = advisory("discovery.resource-is-the-address", {
  source: "RFC 8707, 2; MCP 2025-06-18 and later, Authorization, Canonical Server URI",
  text: "`resource` in the metadata is the whole address of the MCP service, not only its origin.",
  check: inResource((document, mcp) => {
    if (isOnlyOrigin(mcp, document.content["resource"]))
      failMember(`resource to be ${mcp.url}`, document, "resource");
  }),
});

export const authorizationServers = inferred("discovery.authorization-servers", {
  source: "RFC 9728, 2; MCP 2025-06-18 and later, Authorization Server Location",
  text: "The metadata names at least one authorization server, each by an https URL without query and fragment.",
  check: inResource((document, { url }) => {
    const listed = listOf(document.content["authorization_servers"]);
    const isKept = listed.length > 0 && listed.every((one) => isServerUrl(url, one) && !/[?#]/.test(one));
    if (!isKept) failMember("a list of https URLs", document, "authorization_servers");
  }),
});

export const bearerMethods = inferred("discovery.bearer-methods", {
  source: "RFC 9728, 2; OAuth 2.1, 5.1; MCP, Authorization, Token Requirements",
  text: "If the metadata says how tokens are sent, the Authorization header is among it.",
  check: inResource(
    lists("bearer_methods_supported", "header", "The metadata does not say how tokens are sent."),
  ),
});

export const noQueryTokens = advisory("discovery.no-query-tokens", {
  source: "OAuth 2.1, 5.1",
  text: "The metadata does not invite clients to send tokens in the query string.",
  check: inResource(listsNone("bearer_methods_supported", "query")),
});

export const issuer = inferred("discovery.issuer", {
  source: "RFC 8414, 3.3",
  text: "`issuer` in the metadata of the authorization server is, character for character, what the MCP service names it.",
  check: async ({ mcp }) => {
    const { servers, unasked } = await searchServers(mcp);
    for (const { issuer: named, document } of servers)
      if (document.content["issuer"] !== named) failMember(`issuer to be ${named}`, document, "issuer");
    if (unasked !== undefined) throw unasked;
  },
});

export const endpoints = inferred("discovery.endpoints", {
  source: "RFC 8414, 2; OAuth 2.1, 1.5",
  text: "The metadata of the authorization server has authorization and token endpoints under https, and response types with `code`; what it lists are lists.",
  check: inServer((document, { url }) => {
    const { content } = document;
    for (const name of ["authorization_endpoint", "token_endpoint"])
      if (!isServerUrl(url, content[name])) failMember(`${name} to be an https URL`, document, name);
    if (!listOf(content["response_types_supported"]).includes("code"))
      failMember('"code" in response_types_supported', document, "response_types_supported");
    const odd = SERVER_FORM.lists.find(
      (name) => content[name] !== undefined && !Array.isArray(content[name]),
    );
    if (odd !== undefined) failMember(`${odd} to be a list`, document, odd);
  }),
});

export const noRemovedGrants = advisory("discovery.no-removed-grants", {
  source: "OAuth 2.1, 10",
  text: "The authorization server does not list what OAuth 2.1 has left out: the response type `token` and the grant type `password`.",
  check: inTurn(
    inServer(listsNone("response_types_supported", "token")),
    inServer(listsNone("grant_types_supported", "implicit", "password")),
  ),
});

export const issuerParameter = advisory("discovery.issuer-parameter", {
  source: "RFC 9207, 3; MCP 2026-07-28, Authorization",
  text: "The authorization server says that it names itself in its answers (`iss`).",
  check: inServer(isTrue("authorization_response_iss_parameter_supported")),
});

export const clientDocuments = advisory("discovery.client-documents", {
  source: "MCP 2025-11-25 and later, Authorization, Client ID Metadata Documents",
  text: "The authorization server says that clients may be known by a document of their own.",
  check: inServer(isTrue("client_id_metadata_document_supported")),
});

export const noOfflineAccess = advisory("discovery.no-offline-access", {
  source: "MCP 2026-07-28, Authorization",
  text: "The metadata of the MCP service does not list `offline_access`, which is no scope of a resource.",
  check: inResource(listsNone("scopes_supported", "offline_access")),
});
