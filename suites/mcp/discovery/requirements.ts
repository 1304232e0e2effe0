import { chapterOf, GROUNDS } from "../../../lib/mcp/requirement.ts";
import { findResource, isJson, resourceOf, searchServers, serverOf } from "../../../lib/mcp/discovery.ts";
import { describeMcpAnswer } from "../../../lib/mcp/shown-answer.ts";
import { InapplicableError, InconclusiveError } from "../../../lib/engine/verdict.ts";
import { isOfService, isSameAddress, isServerUrl, listOf } from "../../../lib/mcp/metadata.ts";
import { failRequirement, ORIGIN_AS_RESOURCE } from "../../../lib/mcp/oracles/fails.ts";
import { TO_ASK } from "../../../lib/profile/mcp-needs.ts";

const { inferred, advisory } = chapterOf(GROUNDS.metadata, TO_ASK, ["5", "9"]);
/** Members of the metadata of an authorization server that are lists. */
const LISTS = [
  "scopes_supported",
  "response_types_supported",
  "response_modes_supported",
  "grant_types_supported",
  "token_endpoint_auth_methods_supported",
  "code_challenge_methods_supported",
] as const;

export const metadataDocument = inferred("discovery.metadata-document", {
  source: "RFC 9728, 3.2; MCP 2025-06-18 and later, Authorization",
  text: "The metadata of the MCP service is a JSON object, served with 200 as application/json, without a token.",
  check: async ({ mcp }) => {
    const { tried, found } = await findResource(mcp);
    const last = tried.at(-1);
    if (last === undefined) throw new InconclusiveError("No place of the metadata could be looked at.");
    if (found !== undefined && !isJson(found.answer))
      failRequirement("Content-Type application/json", found.answer);
    const there = tried.find(({ answer }) => answer.status !== 404);
    if (found === undefined && there !== undefined)
      failRequirement(`a JSON object at ${there.url}`, there.answer);
    if (found === undefined) throw new InconclusiveError("No metadata was found, which is judged elsewhere.");
  },
});

export const resource = inferred("discovery.resource", {
  source: "RFC 9728, 3.3 and 7.3",
  text: "`resource` in the metadata is the address of the MCP service, or its origin, without a fragment.",
  check: async ({ mcp }) => {
    const { content, answer } = await resourceOf(mcp);
    const { resource: named } = content;
    if (isOfService(mcp.url, named)) return;
    failRequirement(
      `resource to be ${mcp.url}`,
      answer,
      `resource ${JSON.stringify(named)}`,
      ORIGIN_AS_RESOURCE,
    );
  },
});

export const resourceIsTheAddress = advisory("discovery.resource-is-the-address", {
  source: "RFC 8707, 2; MCP 2025-06-18 and later, Authorization, Canonical Server URI",
  text: "`resource` in the metadata is the whole address of the MCP service, not only its origin.",
  check: async ({ mcp }) => {
    const { content, answer } = await resourceOf(mcp);
    const { resource: named } = content;
    const { origin } = new URL(mcp.url);
    if (isSameAddress(named, origin) && !isSameAddress(mcp.url, origin))
      failRequirement(`resource to be ${mcp.url}`, answer, `resource ${JSON.stringify(named)}`);
  },
});

export const authorizationServers = inferred("discovery.authorization-servers", {
  source: "RFC 9728, 2; MCP 2025-06-18 and later, Authorization Server Location",
  text: "The metadata names at least one authorization server, each by an https URL without query and fragment.",
  check: async ({ mcp }) => {
    const { content, answer } = await resourceOf(mcp);
    const { authorization_servers: listed } = content;
    const isList = Array.isArray(listed) && listed.length > 0;
    const isKept = isList && listed.every((one) => isServerUrl(mcp.url, one) && !/[?#]/.test(one));
    if (!isKept)
      failRequirement("a list of https URLs", answer, `authorization_servers ${JSON.stringify(listed)}`);
  },
});

export const bearerMethods = inferred("discovery.bearer-methods", {
  source: "RFC 9728, 2; OAuth 2.1, 5.1; MCP, Authorization, Token Requirements",
  text: "If the metadata says how tokens are sent, the Authorization header is among it.",
  check: async ({ mcp }) => {
    const { content, answer } = await resourceOf(mcp);
    const { bearer_methods_supported: methods } = content;
    if (methods === undefined) throw new InapplicableError("The metadata does not say how tokens are sent.");
    if (!listOf(methods).includes("header"))
      failRequirement('"header" in bearer_methods_supported', answer, JSON.stringify(methods));
  },
});

export const noQueryTokens = advisory("discovery.no-query-tokens", {
  source: "OAuth 2.1, 5.1",
  text: "The metadata does not invite clients to send tokens in the query string.",
  check: async ({ mcp }) => {
    const { content, answer } = await resourceOf(mcp);
    const { bearer_methods_supported: methods } = content;
    if (listOf(methods).includes("query")) failRequirement('no "query" in bearer_methods_supported', answer);
  },
});

export const issuer = inferred("discovery.issuer", {
  source: "RFC 8414, 3.3",
  text: "`issuer` in the metadata of the authorization server is, character for character, what the MCP service names it.",
  check: async ({ mcp }) => {
    const { servers, unasked } = await searchServers(mcp);
    for (const { issuer: named, document } of servers) {
      const { issuer: given } = document.content;
      if (given !== named)
        failRequirement(`issuer to be ${named}`, document.answer, `issuer ${JSON.stringify(given)}`);
    }
    if (unasked !== undefined) throw unasked;
  },
});

export const endpoints = inferred("discovery.endpoints", {
  source: "RFC 8414, 2; OAuth 2.1, 1.5",
  text: "The metadata of the authorization server has authorization and token endpoints under https, and response types with `code`; what it lists are lists.",
  check: async ({ mcp }) => {
    const { document } = await serverOf(mcp);
    const { content, answer } = document;
    for (const name of ["authorization_endpoint", "token_endpoint"]) {
      if (!isServerUrl(mcp.url, content[name]))
        failRequirement(`${name} to be an https URL`, answer, `${name} ${JSON.stringify(content[name])}`);
    }
    if (!listOf(content["response_types_supported"]).includes("code"))
      failRequirement('"code" in response_types_supported', answer);
    const odd = LISTS.find((name) => content[name] !== undefined && !Array.isArray(content[name]));
    if (odd !== undefined) failRequirement(`${odd} to be a list`, answer, JSON.stringify(content[odd]));
  },
});

export const noRemovedGrants = advisory("discovery.no-removed-grants", {
  source: "OAuth 2.1, 10",
  text: "The authorization server does not list what OAuth 2.1 has left out: the response type `token` and the grant type `password`.",
  check: async ({ mcp }) => {
    const { content, answer } = (await serverOf(mcp)).document;
    const types = listOf(content["response_types_supported"]).flatMap((one) => String(one).split(" "));
    if (types.includes("token")) failRequirement("no response type with token", answer);
    const grants = listOf(content["grant_types_supported"]);
    const removed = ["implicit", "password"].find((grant) => grants.includes(grant));
    if (removed !== undefined) failRequirement(`no grant type ${removed}`, answer);
  },
});

export const issuerParameter = advisory("discovery.issuer-parameter", {
  source: "RFC 9207, 3; MCP 2026-07-28, Authorization",
  text: "The authorization server says that it names itself in its answers (`iss`).",
  check: async ({ mcp }) => {
    const { content, answer } = (await serverOf(mcp)).document;
    if (content["authorization_response_iss_parameter_supported"] !== true)
      failRequirement("authorization_response_iss_parameter_supported true", answer);
  },
});

export const clientDocuments = advisory("discovery.client-documents", {
  source: "MCP 2025-11-25 and later, Authorization, Client ID Metadata Documents",
  text: "The authorization server says that clients may be known by a document of their own.",
  check: async ({ mcp }) => {
    const { content, answer } = (await serverOf(mcp)).document;
    if (content["client_id_metadata_document_supported"] !== true)
      failRequirement("client_id_metadata_document_supported true", answer);
  },
});

export const noOfflineAccess = advisory("discovery.no-offline-access", {
  source: "MCP 2026-07-28, Authorization",
  text: "The metadata of the MCP service does not list `offline_access`, which is no scope of a resource.",
  check: async ({ mcp }) => {
    const { content, answer } = await resourceOf(mcp);
    if (listOf(content["scopes_supported"]).includes("offline_access"))
      failRequirement("no offline_access in scopes_supported", answer, describeMcpAnswer(answer));
  },
});
