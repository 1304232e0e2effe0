import { redactValue } from "../../engine/record/redact-value.ts";
import type { Environment } from "../../profile/yaml/interpolate.ts";
import { loadProfile } from "../../profile/load/load-profile.ts";
import { toJson } from "../../reporters/text/to-json.ts";
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
  return toJson(redactValue(openapiDocument(profile), { redact: (text) => redactor.text(text) }));
}
