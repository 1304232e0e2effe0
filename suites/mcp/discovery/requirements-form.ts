import { chapterOf, GROUNDS } from "../../../lib/mcp/requirement.ts";
import { InapplicableError } from "../../../lib/engine/verdict.ts";
import {
  type Document,
  isJson,
  placeOf,
  resourceAt,
  resourceOf,
  serverOf,
} from "../../../lib/mcp/discovery.ts";
import type { McpAnswer } from "../../../lib/mcp/door.ts";
import type { Mcp } from "../../../lib/mcp/mcp.ts";
import {
  breachOfForm,
  isOfService,
  isSameAddress,
  listOf,
  type MetadataForm,
  RESOURCE_FORM,
  SERVER_FORM,
} from "../../../lib/mcp/metadata.ts";
import { failRequirement, ORIGIN_AS_RESOURCE } from "../../../lib/mcp/oracles/fails.ts";
import type { RpcObject } from "../../../lib/mcp/rpc.ts";
import { TO_ASK } from "../../../lib/profile/mcp-needs.ts";

const { inferred, advisory } = chapterOf(GROUNDS.metadata, TO_ASK, ["5", "9"]);
export const resourceForm = inferred("discovery.resource-form", {
  source: "RFC 9728, 2 and 3.2",
  text: "The members of the metadata of the MCP service are what the standard says: lists of texts, addresses, texts, true or false.",
  check: async ({ mcp }) => hasForm(mcp, await resourceOf(mcp), RESOURCE_FORM),
});

export const serverForm = inferred("discovery.server-form", {
  source: "RFC 8414, 2 and 3.2; RFC 9207, 3",
  text: "The members of the metadata of the authorization server are what the standards say: lists of texts, addresses, texts, true or false.",
  check: async ({ mcp }) => hasForm(mcp, (await serverOf(mcp)).document, SERVER_FORM),
});

export const endpointFragment = inferred("discovery.endpoint-fragment", {
  source: "OAuth 2.1, 3.1 and 3.2",
  text: "The addresses of the authorization and the token endpoint have no fragment.",
  check: async ({ mcp }) => {
    const { content, answer } = (await serverOf(mcp)).document;
    for (const name of ["authorization_endpoint", "token_endpoint"])
      if (String(content[name]).includes("#"))
        failRequirement(`${name} without a fragment`, answer, `${name} ${JSON.stringify(content[name])}`);
  },
});

export const serverDocument = inferred("discovery.server-document", {
  source: "RFC 8414, 3.2",
  text: "The metadata of the authorization server is served as application/json.",
  check: async ({ mcp }) => {
    const { answer } = (await serverOf(mcp)).document;
    if (!isJson(answer)) failRequirement("Content-Type application/json", answer);
  },
});

export const codeGrant = inferred("discovery.code-grant", {
  source: "RFC 8414, 2; RFC 7591, 2.1",
  text: "An authorization server that lists its grant types, and gives codes, lists `authorization_code`.",
  check: async ({ mcp }) => {
    const { content, answer } = (await serverOf(mcp)).document;
    const { grant_types_supported: grants } = content;
    if (grants === undefined) throw new InapplicableError("The server does not list its grant types.");
    if (
      listOf(content["response_types_supported"]).includes("code") &&
      !listOf(grants).includes("authorization_code")
    )
      failRequirement('"authorization_code" in grant_types_supported', answer, JSON.stringify(grants));
  },
});

export const signedByNone = inferred("discovery.no-unsigned-assertions", {
  source: "RFC 8414, 2; RFC 9728, 2",
  text: "No list of signature algorithms has `none`.",
  check: async ({ mcp }) => {
    const documents = [await resourceOf(mcp), (await serverOf(mcp)).document];
    for (const { content, answer } of documents)
      for (const [name, value] of Object.entries(content))
        if (isOfSignatures(name) && listOf(value).includes("none"))
          failRequirement(`no "none" in ${name}`, answer, JSON.stringify(value));
  },
});

export const emptyLists = advisory("discovery.empty-lists", {
  source: "RFC 8414, 3.2; RFC 9728, 3.2",
  text: "The metadata leaves out lists that are empty.",
  check: async ({ mcp }) => {
    hasNoEmptyList(await resourceOf(mcp));
    hasNoEmptyList((await serverOf(mcp)).document);
  },
});

export const wellKnownPlace = advisory("discovery.well-known-place", {
  source: "RFC 9728, 3 and 3.1",
  text: "The metadata of the MCP service is at the well-known place of its `resource`.",
  check: async ({ mcp }) => {
    const { content, answer, url } = await resourceOf(mcp);
    const { resource } = content;
    if (!isOfService(mcp.url, resource))
      throw new InapplicableError("`resource` is wrong, which is judged elsewhere.");
    const place = placeOf(String(resource));
    if (place === url) return;
    const there = await resourceAt(mcp, place);
    if (there?.["resource"] === resource) return;
    const { origin } = new URL(mcp.url);
    const isOrigin = isSameAddress(resource, origin) && !isSameAddress(mcp.url, origin);
    const deviation = { ...ORIGIN_AS_RESOURCE, when: ["at its well-known place"] };
    failRequirement(`the metadata at ${place} too`, answer, undefined, isOrigin ? deviation : undefined);
  },
});

export const publicClients = advisory("discovery.public-clients", {
  source: "RFC 8414, 2; OAuth 2.1, 2.4",
  text: "An authorization server that lists how clients authenticate, and has public clients, lists `none`.",
  check: async ({ mcp }) => {
    const clients = [mcp.facts.client, mcp.facts.otherClient];
    if (!clients.some((client) => client?.secret === null))
      throw new InapplicableError("No client of the profile is public.");
    const { content, answer } = (await serverOf(mcp)).document;
    const { token_endpoint_auth_methods_supported: methods } = content;
    if (methods !== undefined && !listOf(methods).includes("none"))
      failRequirement('"none" in token_endpoint_auth_methods_supported', answer, JSON.stringify(methods));
  },
});

function hasForm(
  mcp: Mcp,
  { content, answer }: { readonly content: RpcObject; readonly answer: McpAnswer },
  form: MetadataForm,
): void {
  const breach = breachOfForm(mcp.url, content, form);
  if (breach === undefined) return;
  const { name, expected } = breach;
  const isText = name.endsWith("_supported") && !Array.isArray(content[name]);
  const what = isText ? `not ${name} to be a list` : `not ${name} to be ${expected}`;
  failRequirement(`${name} to be ${expected}`, answer, `${name} ${JSON.stringify(content[name])}`, {
    what,
    when: [],
  });
}

function hasNoEmptyList({ content = {}, answer }: Document): void {
  const empty = Object.entries(content).find(([, value]) => Array.isArray(value) && value.length === 0);
  if (empty !== undefined) failRequirement(`no empty list as ${empty[0]}`, answer);
}

function isOfSignatures(name: string): boolean {
  return /^(?:token_endpoint_auth|revocation_endpoint_auth|introspection_endpoint_auth|resource|dpop)_signing_alg_values_supported$/.test(
    name,
  );
}
