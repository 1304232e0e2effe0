import { type FieldPath, fieldName, valueAtPath } from "./field-path.ts";
import type { Profile } from "./profile-schema.ts";
import type { FromEnvironment } from "./read-yaml.ts";
import type { Secret } from "./secrets-of.ts";

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
export function environmentSecrets(profile: Profile, fields: readonly FromEnvironment[]): Secret[] {
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
