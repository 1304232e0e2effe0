import { EMBEDDED, plainHttpProblem } from "../fields/base-url.ts";
import { didYouMean } from "../fields/did-you-mean.ts";
import { putAtPath, valueAtPath } from "../fields/field-path.ts";
import type { Environment } from "../yaml/interpolate.ts";
import { issueMessage } from "../fields/issue-message.ts";
import type { LoadedProfile } from "../load/load-profile.ts";
import { type OptionSource, type OptionValue, optionValue } from "./option-value.ts";
import { type OptionName, type RunOptions, OPTION_NAMES, RUN_OPTIONS } from "../schema/options.ts";
import { type OptionProblem, OptionsError } from "./options-error.ts";
import { type Profile, profileSchema } from "../schema/profile-schema.ts";
import { shownAddress } from "../fields/shown-address.ts";
import { targetAddress } from "./target-address.ts";

/** The given flags by the name of their option: a text, a list of texts, or a boolean. */
export type Flags = Readonly<Partial<Record<OptionName, unknown>>>;

export interface ResolvedOptions {
  readonly options: RunOptions;
  /** The profile with every option in its place. */
  readonly profile: Profile;
  readonly sourceOf: (name: OptionName) => OptionSource;
}

type ValueOf = (name: OptionName) => OptionValue;

const PREFIX = "CONFORMANCE_";
/** The profile at another address than its own, without the facts of its own address. */
const ONLY_THERE: Readonly<Partial<Record<OptionName, unknown>>> = {
  disposable: false,
  loseMaskedUrl: false,
  mcpUrl: null,
};

/**
 * The profile of a run, needed before the other options.
 * @throws {OptionsError} if it is not a text
 */
export function requestedProfile(flags: Flags, env: Environment): string {
  const asked = optionValue(RUN_OPTIONS.profile, flags.profile, env);
  const parsed = RUN_OPTIONS.profile.schema.safeParse(asked.value);
  if (!parsed.success) throw new OptionsError(invalid("profile", asked));
  return parsed.data;
}

/**
 * Resolves every option of a run. A flag wins over a variable of the environment, that over the profile, that
 * over the default. The consent and the MCP service of a profile apply to its own base URL only. Another
 * address requires a flag or a variable.
 * @throws {OptionsError} with every problem and its source
 */
export function resolveOptions(flags: Flags, env: Environment, loaded: LoadedProfile): ResolvedOptions {
  const valueOf = withoutBorrowed((name) => optionValue(RUN_OPTIONS[name], flags[name], env, loaded), loaded);
  const problems = [
    ...OPTION_NAMES.flatMap((name) => invalid(name, valueOf(name))),
    ...unknownVariables(env),
  ];
  const options = Object.fromEntries(
    OPTION_NAMES.map((name) => [name, RUN_OPTIONS[name].schema.safeParse(valueOf(name).value).data]),
  );
  if (problems.length > 0 || !areRunOptions(options)) throw new OptionsError(problems);
  const contradicting = contradictions(options, valueOf, loaded.profile);
  if (contradicting.length > 0) throw new OptionsError(contradicting);
  return {
    options,
    profile: withOptions(loaded.profile, options),
    sourceOf: (name) => valueOf(name).source,
  };
}

function withoutBorrowed(valueOf: ValueOf, { profile }: LoadedProfile): ValueOf {
  const asked = valueOf("baseUrl").value;
  if (typeof asked !== "string" || targetAddress(asked) === targetAddress(profile.baseUrl)) return valueOf;
  return (name) =>
    Object.hasOwn(ONLY_THERE, name) && valueOf(name).source === "profile"
      ? { value: ONLY_THERE[name], source: "default", label: "default" }
      : valueOf(name);
}

function invalid(name: OptionName, { value, label }: OptionValue): OptionProblem[] {
  const issues = RUN_OPTIONS[name].schema.safeParse(value).error?.issues ?? [];
  const shown = name === "baseUrl" && typeof value === "string" ? shownAddress(value) : value;
  return issues.map((issue) => ({
    source: label,
    message: issueMessage(issue, valueAtPath(shown, issue.path), false),
  }));
}

function unknownVariables(env: Environment): OptionProblem[] {
  const known = OPTION_NAMES.map((name) => RUN_OPTIONS[name].env.slice(PREFIX.length));
  const given = Object.keys(env).filter((name) => name.startsWith(PREFIX));
  return given.flatMap((source) => {
    const name = source.slice(PREFIX.length);
    const meant = known.includes(name) ? undefined : didYouMean(name, known);
    return meant === undefined
      ? []
      : [{ source, message: `expected a known variable; did you mean ${PREFIX}${meant}?` }];
  });
}

function areRunOptions(values: Readonly<Record<string, unknown>>): values is RunOptions {
  return OPTION_NAMES.every((name) => RUN_OPTIONS[name].schema.safeParse(values[name]).success);
}

function contradictions(options: RunOptions, valueOf: ValueOf, profile: Profile): OptionProblem[] {
  const problems: OptionProblem[] = [];
  const plain = plainHttpProblem(options.baseUrl, profile.target.allowPlainHttp);
  if (plain !== undefined) {
    problems.push({
      source: valueOf("baseUrl").label,
      message: `${plain} (got ${JSON.stringify(shownAddress(options.baseUrl))})`,
    });
  }
  const plainMcp = plainHttpProblem(options.mcpUrl ?? "", profile.target.allowPlainHttp);
  if (plainMcp !== undefined) problems.push({ source: valueOf("mcpUrl").label, message: plainMcp });
  if (options.deployment !== null && options.baseUrl === EMBEDDED) {
    const message = "expected a target of your own: the embedded reference is no deployment";
    problems.push({ source: valueOf("deployment").label, message });
  }
  if (options.quiet && options.verbose) {
    const message = `expected quiet or verbose, not both (got quiet from ${valueOf("quiet").label})`;
    problems.push({ source: valueOf("verbose").label, message });
  }
  return problems;
}

function withOptions(profile: Profile, options: RunOptions): Profile {
  const copy: unknown = structuredClone(profile);
  for (const name of OPTION_NAMES) {
    putAtPath(copy, RUN_OPTIONS[name].field ?? [], options[name]);
  }
  return profileSchema.parse(copy);
}
