import { fieldName, valueAtPath } from "../fields/field-path.ts";
import type { Environment } from "../yaml/interpolate.ts";
import type { LoadedProfile } from "../load/load-profile.ts";
import type { RunOption } from "../fields/run-option.ts";

export type OptionSource = "flag" | "environment" | "profile" | "default";

/** The given value, not checked yet. */
export interface OptionValue {
  readonly value: unknown;
  readonly source: OptionSource;
  /** The place of the value in a message. */
  readonly label: string;
}

/**
 * Takes the value of an option from the first source that has one: flag, environment, profile, default. An
 * empty variable does not count.
 */
export function optionValue(
  option: RunOption,
  flag: unknown,
  env: Environment,
  loaded?: LoadedProfile,
): OptionValue {
  const variable = env[option.env];
  if (flag !== undefined) return { value: read(option, flag), source: "flag", label: flagName(option) };
  if (variable) return { value: readVariable(option, variable), source: "environment", label: option.env };
  if (loaded === undefined || option.field === null) {
    return { value: option.default, source: "default", label: "default" };
  }
  const { file, line, column } = loaded.at(option.field);
  return {
    value: valueAtPath(loaded.profile, option.field),
    source: loaded.given(option.field) ? "profile" : "default",
    label: `${file}:${line}:${column}  ${fieldName(option.field)}`,
  };
}

function flagName(option: RunOption): string {
  return /--[\w-]+/.exec(option.flag)?.[0] ?? option.flag;
}

function readVariable(option: RunOption, text: string): unknown {
  if (option.reads !== "list") return read(option, text);
  const entries = text.split(",").map((entry) => entry.trim());
  return entries.filter((entry) => entry !== "");
}

/** Text of another form stays text, so that the schema can reject it by name. */
function read(option: RunOption, given: unknown): unknown {
  if (typeof given !== "string") return given;
  if (option.reads === "number" && /^-?\d+(\.\d+)?$/.test(given)) return Number(given);
  if (option.reads === "boolean" && /^(true|yes|1)$/i.test(given)) return true;
  if (option.reads === "boolean" && /^(false|no|0)$/i.test(given)) return false;
  return option.reads === "list" ? [given] : given;
}
