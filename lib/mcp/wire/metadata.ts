import { isLoopback } from "../../text/is-loopback.ts";
import type { RpcObject } from "./rpc.ts";

/**
 * Whether a value is an absolute https URL. For a service on this machine, http on this machine is enough.
 */
export function isServerUrl(service: string, value: unknown): value is string {
  if (typeof value !== "string" || !URL.canParse(value)) return false;
  return value.startsWith("https://") || (isLoopback(service) && isLoopback(value));
}

/** Whether metadata names the address of the service or its origin, but for one slash at the end. */
export function isOfService(service: string, named: unknown): boolean {
  return [service, new URL(service).origin].some((url) => isSameAddress(named, url));
}

/** But for one slash at the end. */
export function isSameAddress(named: unknown, url: string): boolean {
  return typeof named === "string" && named.replace(/\/$/, "") === url.replace(/\/$/, "");
}

/** The entries of a list; none of what is no list. */
export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** The types of the members of a metadata document, by name. */
export interface MetadataForm {
  /** Lists of texts. */
  readonly lists: readonly string[];
  /** Addresses where requests go: absolute, https, without a fragment. */
  readonly addresses: readonly string[];
  readonly texts: readonly string[];
  readonly flags: readonly string[];
}

/** RFC 9728, 2. */
export const RESOURCE_FORM: MetadataForm = {
  lists: [
    "scopes_supported",
    "bearer_methods_supported",
    "resource_signing_alg_values_supported",
    "authorization_details_types_supported",
    "dpop_signing_alg_values_supported",
  ],
  addresses: ["jwks_uri"],
  texts: [
    "resource_name",
    "resource_documentation",
    "resource_policy_uri",
    "resource_tos_uri",
    "signed_metadata",
  ],
  flags: ["tls_client_certificate_bound_access_tokens", "dpop_bound_access_tokens_required"],
};

/** RFC 8414, 2; RFC 9207, 3. */
export const SERVER_FORM: MetadataForm = {
  lists: [
    "scopes_supported",
    "response_types_supported",
    "response_modes_supported",
    "grant_types_supported",
    "token_endpoint_auth_methods_supported",
    "token_endpoint_auth_signing_alg_values_supported",
    "ui_locales_supported",
    "revocation_endpoint_auth_methods_supported",
    "introspection_endpoint_auth_methods_supported",
    "code_challenge_methods_supported",
  ],
  addresses: [
    "jwks_uri",
    "registration_endpoint",
    "revocation_endpoint",
    "introspection_endpoint",
    "pushed_authorization_request_endpoint",
    "device_authorization_endpoint",
    "userinfo_endpoint",
  ],
  texts: ["service_documentation", "op_policy_uri", "op_tos_uri", "signed_metadata"],
  flags: ["authorization_response_iss_parameter_supported", "client_id_metadata_document_supported"],
};

/** A member that is not what it should be. */
export interface FormBreach {
  readonly name: string;
  readonly expected: string;
}

/** The first member that is there and is something else; undefined: none. */
export function breachOfForm(
  service: string,
  content: RpcObject,
  form: MetadataForm,
): FormBreach | undefined {
  const kinds: readonly (readonly [readonly string[], string, (value: unknown) => boolean])[] = [
    [form.lists, "a list of texts", isTexts],
    [form.addresses, "an https URL without a fragment", (value) => isEndpoint(service, value)],
    [form.texts, "a text", (value) => typeof value === "string"],
    [form.flags, "true or false", (value) => typeof value === "boolean"],
  ];
  for (const [names, expected, is] of kinds)
    for (const name of names)
      if (content[name] !== undefined && !is(content[name])) return { name, expected };
  return undefined;
}

/** Whether a value is an address where requests may go. */
function isEndpoint(service: string, value: unknown): boolean {
  return isServerUrl(service, value) && !value.includes("#");
}

function isTexts(value: unknown): boolean {
  return Array.isArray(value) && listOf(value).every((one) => typeof one === "string");
}
