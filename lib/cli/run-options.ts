import { type Command, InvalidArgumentError, Option } from "commander";
import { OPTION_NAMES, RUN_OPTIONS, type OptionName } from "../profile/schema/options.ts";
import type { Flags } from "../profile/options/resolve-options.ts";

/** Gives a command the options of a run, each with its variable of the environment in the help. Default: all of them. */
export function addRunOptions(command: Command, omitted: readonly OptionName[] = []): Command {
  for (const name of OPTION_NAMES.filter((one) => !omitted.includes(one)))
    command.addOption(commanderOption(name));
  return command;
}

/** The options given as flags. The others come from the environment, the profile or their defaults. */
export function givenFlags(command: Command): Flags {
  const given = OPTION_NAMES.filter((name) => command.getOptionValueSource(name) === "cli");
  const values: Record<string, unknown> = command.opts();
  return Object.fromEntries(given.map((name) => [name, values[name]]));
}

function commanderOption(name: OptionName): Option {
  const { flag, env, description, reads, default: fallback } = RUN_OPTIONS[name];
  const shown = typeof fallback === "string" || typeof fallback === "number" ? ` (default: ${fallback})` : "";
  const option = new Option(flag, `${description}${shown} [${env}]`);
  return reads === "list" ? option.argParser(collect) : option;
}

function collect(value: string, earlier: unknown): string[] {
  return [...(Array.isArray(earlier) ? earlier.map(String) : []), value];
}

/** Reads an argument that is a number without a sign, a point or an exponent. */
export function wholeNumber(what: string, least: number, most: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (/^\d+$/.test(text) && value >= least && value <= most) return value;
    throw new InvalidArgumentError(`expected ${what} from ${least} to ${most}`);
  };
}
