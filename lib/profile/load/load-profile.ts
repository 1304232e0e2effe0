import { createHash } from "node:crypto";
import { dirname, resolve } from "node:path";
import { crossCheck, FILE_FIELDS, type Pinnable } from "../schema/cross-check.ts";
import type { Environment } from "../yaml/interpolate.ts";
import { locateProfile } from "../yaml/profile-location.ts";
import { type Profile, profileSchema } from "../schema/profile-schema.ts";
import { type FromEnvironment, type ReadYaml, readYaml, yamlText } from "../yaml/read-yaml.ts";
import { type Secret, secretsOf } from "./secrets-of.ts";
import { type FieldPath, fieldName, putAtPath, valueAtPath } from "../fields/field-path.ts";

/** Shorter values would blur every report. */
const MIN_SECRET_CHARS = 6;

/** Fields that reports show or that configure a run, by their beginning. `*` is any entry. */
const PUBLIC_FIELDS: readonly (readonly string[])[] = [
  ["name"],
  ["baseUrl"],
  ["disposable"],
  ["auth", "mode"],
  ["auth", "enforces"],
  ["auth", "signature", "algorithm"],
  ["auth", "signature", "module"],
  ["auth", "signature", "encoding"],
  ["auth", "signature", "timestamp"],
  ["auth", "signature", "nonce"],
  ["auth", "signature", "emptyBodyHash"],
  ["merchants", "*", "name"],
  ["callback"],
  ["target", "ca"],
  ["target", "clientCert"],
  ["target", "clientKey"],
  ["limits"],
  ["run"],
  ["observe"],
  ...["listen", "publicUrl", "certificate", "key", "tls"].map((field) => ["events", "receiver", field]),
  ["events", "receiver", "relay", "url"],
  ["events", "receiver", "relay", "module"],
  ["mcp", "url"],
  ["mcp", "scopes"],
  ["mcp", "allowedOrigin"],
  ["waivers"],
];
/** The whole template came from the environment, not a part of it. */
const TEMPLATE = /\{[^{}]*\}/;

/**
 * Finds secrets among the values from the environment. Not secret are: fields that reports show or that
 * configure a run ({@link PUBLIC_FIELDS}); numbers and booleans; values of fewer than 6 characters; values
 * that the name, the base URL, the callback base or a merchant's name show anyway; a template of the signed
 * bytes; defaults, as in `${env:NAME:-default}`.
 */
function environmentSecrets(profile: Profile, fields: readonly FromEnvironment[]): Secret[] {
  const { name, baseUrl, callback, merchants } = profile;
  const shownAnyway = [name, baseUrl, callback.base, ...merchants.map((merchant) => merchant.name)];
  return fields
    .filter(({ path }) => !isPublic(path) && typeof valueAtPath(profile, path) === "string")
    .flatMap(({ path, values }) => values.map((value) => ({ label: fieldName(path), value })))
    .filter(({ value }) => value.length >= MIN_SECRET_CHARS && !TEMPLATE.test(value))
    .filter(({ value }) => !shownAnyway.some((text) => text.includes(value)));
}

function isPublic(path: FieldPath): boolean {
  return PUBLIC_FIELDS.some((field) => field.every((key, at) => key === "*" || key === path[at]));
}

export interface LoadedProfile extends Pick<ReadYaml<Profile>, "at" | "given"> {
  /** Every default is filled in. Every file is absolute. */
  readonly profile: Profile;
  /** Absolute. */
  readonly file: string;
  /** SHA-256 of the file, in hex. */
  readonly digest: string;
  /** The folder of relative files of the profile. */
  readonly directory: string;
  /** Values that no result may contain. */
  readonly secrets: readonly Secret[];
}

/**
 * Loads a profile by name (`config/profiles/<name>.yaml` of this package) or by file, relative to the working
 * directory.
 * @param pinnable requirements that may be pinned. Default: all
 * @throws {ProfileError} with every problem
 */
export async function loadProfile(
  nameOrFile: string,
  env: Environment,
  pinnable?: Pinnable,
): Promise<LoadedProfile> {
  const file = locateProfile(nameOrFile);
  return parseProfile(yamlText(file), file, env, pinnable);
}

/**
 * Loads the profile in a text, as if it were in `file` (absolute).
 * @throws {ProfileError} with every problem.
 */
export function parseProfile(
  text: string,
  file: string,
  env: Environment,
  pinnable?: Pinnable,
): LoadedProfile {
  const directory = dirname(file);
  const { value, at, given, fromEnvironment } = readYaml(text, file, profileSchema, env, (data) =>
    crossCheck(data, directory, pinnable),
  );
  const profile = withAbsoluteFiles(value, directory);
  return {
    profile,
    file,
    digest: createHash("sha256").update(text).digest("hex"),
    directory,
    secrets: [...secretsOf(profile), ...environmentSecrets(profile, fromEnvironment)],
    at,
    given,
  };
}

function withAbsoluteFiles(profile: Profile, directory: string): Profile {
  const copy: unknown = structuredClone(profile);
  for (const path of [...FILE_FIELDS, ["waivers"]]) {
    const name = valueAtPath(copy, path);
    if (typeof name === "string") putAtPath(copy, path, resolve(directory, name));
  }
  return profileSchema.parse(copy);
}
