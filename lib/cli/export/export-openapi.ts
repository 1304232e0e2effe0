import type { Environment } from "../../profile/interpolate.ts";
import { loadProfile } from "../../profile/load-profile.ts";
import { toJson } from "../../reporters/to-json.ts";
import { redactorOf } from "../../session/redactor-of.ts";
import { pinnable } from "../catalogue.ts";
import { openapiDocument } from "./openapi-document.ts";

/**
 * The contract as an OpenAPI document in JSON, without secrets.
 * @param name a profile by name or file, of which the address, the paths and the pins are added. Default: none
 * @throws {ProfileError} for a profile with faults
 */
export async function exportOpenapi(name: string | undefined, env: Environment): Promise<string> {
  if (name === undefined) return toJson(openapiDocument());
  const { profile, secrets } = await loadProfile(name, env, pinnable);
  const redactor = redactorOf({ profile, secrets });
  return toJson(masked(openapiDocument(profile), (text) => redactor.text(text)));
}

/** Hides secrets in every text, also in names. */
function masked(value: unknown, hide: (text: string) => string): unknown {
  if (typeof value === "string") return hide(value);
  if (Array.isArray(value)) return value.map((item) => masked(item, hide));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [hide(name), masked(member, hide)]),
  );
}
