import type { Deviation } from "../../engine/requirement/deviation.ts";
import { failRequirement, throwInapplicable } from "../refusals/fails.ts";
import type { Mcp } from "../service/mcp.ts";
import { isOfService, isOnlyOrigin, isServerUrl } from "../wire/metadata.ts";
import { listOf } from "../wire/rpc.ts";
import { type Document, resourceOf, serverOf } from "./discovery.ts";

/** How a member of a document must be. An absent member has the value undefined. */
interface MemberForm {
  /** For example `"S256" in code_challenge_methods_supported`. */
  readonly expected: (member: string) => string;
  /** @param service the address of the MCP service */
  readonly is: (value: unknown, service: string) => boolean;
}

/** One rule for the metadata of the MCP service, or of its authorization server. */
interface MetadataRow {
  readonly document: "resource" | "server";
  /** Names, or those members that match. */
  readonly member: string | readonly string[] | RegExp;
  readonly form: MemberForm;
  /** Says that the rule does not apply without the member. Default: the form decides. */
  readonly otherwise?: string;
  /** Default: that of the form. */
  readonly deviation?: Deviation;
}

type Terms = Pick<MetadataRow, "otherwise" | "deviation">;
type Row = (member: MetadataRow["member"], form: MemberForm, terms?: Terms) => MetadataRow;

export const inResource: Row = (member, form, terms) => ({ document: "resource", member, form, ...terms });
export const inServer: Row = (member, form, terms) => ({ document: "server", member, form, ...terms });

/** The check that documents keep some rows, one after the other. */
export function keepsRows(...rows: readonly MetadataRow[]) {
  return async ({ mcp }: { readonly mcp: Mcp }): Promise<void> => {
    for (const row of rows) {
      const isOfResource = row.document === "resource";
      keepRow(row, isOfResource ? await resourceOf(mcp) : (await serverOf(mcp)).document, mcp.url);
    }
  };
}

/** @throws {Violation} */
export function keepRow(
  { member, form, otherwise, deviation }: MetadataRow,
  document: Document,
  url: string,
): void {
  const { content = {}, answer } = document;
  const names = member instanceof RegExp ? Object.keys(content).filter((one) => member.test(one)) : [member];
  for (const name of names.flat()) {
    if (content[name] === undefined && otherwise !== undefined) throwInapplicable(otherwise);
    if (form.is(content[name], url)) continue;
    failRequirement(form.expected(name), answer, `${name} ${JSON.stringify(content[name])}`, deviation);
  }
}

function toBe(what: string, is: MemberForm["is"]): MemberForm {
  return { expected: (member) => `${member} to be ${what}`, is };
}

const isText = (value: unknown) => typeof value === "string";
const textsIn = (value: unknown) => listOf(value).map(String);

/** The forms of members. Those in capitals below are of members that the standards name. */
export const form = {
  /** An absent member is right, too. */
  ifPresent: ({ expected, is }: MemberForm): MemberForm => ({
    expected,
    is: (value, service) => value === undefined || is(value, service),
  }),
  lists: (entry: string): MemberForm => ({
    expected: (member) => `"${entry}" in ${member}`,
    is: (value) => listOf(value).includes(entry),
  }),
  /** An entry of several words counts as each of them. */
  listsNo: (entry: string): MemberForm => ({
    expected: (member) => `no "${entry}" in ${member}`,
    is: (value) => !textsIn(value).some((one) => one.split(" ").includes(entry)),
  }),
  isText: (text: string): MemberForm => toBe(text, (value) => value === text),
  isTrue: { expected: (member: string) => `${member} true`, is: (value: unknown) => value === true },
  httpsUrl: toBe("an https URL", (value, service) => isServerUrl(service, value)),
  httpsUrls: toBe("a list of https URLs without query and fragment", (value, service) => {
    const isIssuer = (one: unknown) => isServerUrl(service, one) && !/[?#]/.test(one);
    return listOf(value).length > 0 && listOf(value).every(isIssuer);
  }),
  noFragment: toBe("without a fragment", (value) => !String(value).includes("#")),
  noEmptyList: toBe("left out or filled", (value) => !Array.isArray(value) || value.length > 0),
  addressOrOrigin: toBe("the address of the service, or its origin", (value, service) =>
    isOfService(service, value),
  ),
  notOnlyOrigin: toBe("the whole address of the service", (value, service) => !isOnlyOrigin(service, value)),
} as const;

const LIST = form.ifPresent(toBe("a list", Array.isArray));
const TEXTS = form.ifPresent(toBe("a list of texts", (value) => listOf(value).every(isText)));
const TEXT = form.ifPresent(toBe("a text", isText));
const FLAG = form.ifPresent(toBe("true or false", (value) => typeof value === "boolean"));
const ADDRESS = form.ifPresent(
  toBe(
    "an https URL without a fragment",
    (value, service) => isServerUrl(service, value) && !value.includes("#"),
  ),
);
const RESOURCE_LISTS = named(`scopes_supported bearer_methods_supported authorization_details_types_supported
  resource_signing_alg_values_supported dpop_signing_alg_values_supported`);
const SERVER_LISTS = named(`scopes_supported response_types_supported response_modes_supported
  grant_types_supported token_endpoint_auth_methods_supported token_endpoint_auth_signing_alg_values_supported
  ui_locales_supported revocation_endpoint_auth_methods_supported code_challenge_methods_supported
  introspection_endpoint_auth_methods_supported`);

/** Every list of the authorization server is a list. */
export const LISTS_OF_SERVER = inServer(SERVER_LISTS, LIST);

/** The members that the standards name, by their forms: RFC 9728, 2; RFC 8414, 2; RFC 9207, 3. */
export const KNOWN_MEMBERS = {
  resource: [
    inResource(RESOURCE_LISTS, LIST),
    inResource(RESOURCE_LISTS, TEXTS),
    inResource("jwks_uri", ADDRESS),
    inResource(
      named("resource_name resource_documentation resource_policy_uri resource_tos_uri signed_metadata"),
      TEXT,
    ),
    inResource(named("tls_client_certificate_bound_access_tokens dpop_bound_access_tokens_required"), FLAG),
  ],
  server: [
    LISTS_OF_SERVER,
    inServer(SERVER_LISTS, TEXTS),
    inServer(
      named(`jwks_uri registration_endpoint revocation_endpoint introspection_endpoint userinfo_endpoint
        pushed_authorization_request_endpoint device_authorization_endpoint`),
      ADDRESS,
    ),
    inServer(named("service_documentation op_policy_uri op_tos_uri signed_metadata"), TEXT),
    inServer(/^(?:authorization_response_iss_parameter|client_id_metadata_document)_supported$/, FLAG),
  ],
};

function named(names: string): readonly string[] {
  return names.split(/\s+/);
}
