import { InconclusiveError, UnreturnedError } from "../../../engine/record/verdict.ts";
import {
  type Configuration,
  CONFIGURATION_FIELDS,
  type ConfigurationField,
  hasConfiguration,
} from "../../merchant/configuration.ts";
import { describeJson, type JsonValue } from "../../json/json.ts";

/**
 * A field of a configuration that was read.
 * @throws {UnreturnedError} when the target does not return it: every field is optional
 */
export function returnedField(configuration: Configuration, field: ConfigurationField): JsonValue {
  const value = configuration[field];
  if (value === undefined) throw new UnreturnedError([field]);
  return value;
}

/**
 * The callback URL of a configuration that was read.
 * @throws {UnreturnedError} when the target does not return it
 * @throws {InconclusiveError} when it is not a string, which another requirement forbids
 */
export function returnedUrl(configuration: Configuration): string {
  const callbackUrl = returnedField(configuration, "callbackUrl");
  if (typeof callbackUrl === "string") return callbackUrl;
  throw malformedField("callbackUrl", callbackUrl);
}

/** Reports that a check cannot use a field because its form is wrong, which another requirement forbids. */
export function malformedField(field: ConfigurationField, value: JsonValue): InconclusiveError {
  return new InconclusiveError(`The target returns \`${field}\` malformed: ${describeJson(value)}.`);
}

/**
 * Requires that query shows something of a configuration, which distinguishes a successful query from a rejected one.
 * @throws {UnreturnedError} when it shows nothing
 */
export function requireVisible(configuration: Configuration): Configuration {
  if (hasConfiguration({ ...configuration })) return configuration;
  throw new UnreturnedError(
    CONFIGURATION_FIELDS,
    "Query shows no field of a configuration, so a success looks like a rejection.",
  );
}
