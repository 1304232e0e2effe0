import { headersOf, type McpAnswer } from "./mcp-request.ts";

/** One challenge of WWW-Authenticate (RFC 9110, 11.6.1). */
export interface Challenge {
  /** In lower case. */
  readonly scheme: string;
  /** Names in lower case, in their order, with repetitions. */
  readonly parameters: readonly (readonly [name: string, value: string])[];
}

/** Errors of another status than 401 (RFC 6750, 3.1). */
export const OF_OTHER_STATUSES: readonly string[] = ["insufficient_scope", "invalid_request"];

const TOKEN = /[\w!#$%&'*+\-.^`|~]+/y;
const SEPARATORS = /[ \t,]*/y;
const BLANKS = /[ \t]*/y;
const TOKEN68 = /[\w\-.~+/]+=*(?=[ \t]*(?:,|$))/y;
const PARAMETER =
  /([\w!#$%&'*+\-.^`|~]+)[ \t]*=[ \t]*(?:"((?:[^"\\]|\\.)*)"|([\w!#$%&'*+\-.^`|~]+))(?=[ \t]*(?:,|$))/y;

/** The challenges of some header values. Undefined: a value breaks the grammar. */
export function readChallenges(values: readonly string[]): readonly Challenge[] | undefined {
  const read = values.map(challengesIn);
  return read.includes(undefined) ? undefined : read.flatMap((challenges) => challenges ?? []);
}

function challengesIn(text: string): readonly Challenge[] | undefined {
  const scanner = new Scanner(text);
  const challenges: Challenge[] = [];
  scanner.take(SEPARATORS);
  while (!scanner.isAtEnd) {
    const scheme = scanner.take(TOKEN)?.[0];
    if (scheme === undefined) return undefined;
    const hasBlank = (scanner.take(BLANKS)?.[0] ?? "") !== "";
    const parameters = hasBlank ? parametersIn(scanner) : [];
    if (hasBlank && parameters.length === 0) scanner.take(TOKEN68);
    challenges.push({ scheme: scheme.toLowerCase(), parameters });
    const gap = scanner.take(SEPARATORS)?.[0] ?? "";
    if (!scanner.isAtEnd && !gap.includes(",") && parameters.length === 0) return undefined;
  }
  return challenges.length === 0 ? undefined : challenges;
}

/** Reads consecutive parameters. A comma without a parameter behind it begins another challenge. */
function parametersIn(scanner: Scanner): (readonly [string, string])[] {
  const found: (readonly [string, string])[] = [];
  for (;;) {
    const match = scanner.take(PARAMETER);
    if (match === undefined) return found;
    const [, name = "", quoted, plain = ""] = match;
    found.push([name.toLowerCase(), quoted === undefined ? plain : quoted.replaceAll(/\\(.)/g, "$1")]);
    scanner.take(SEPARATORS);
  }
}

/** Reads a text from its beginning, pattern by pattern. */
class Scanner {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#text.length;
  }

  /** @param pattern a sticky one */
  take(pattern: RegExp): RegExpExecArray | undefined {
    pattern.lastIndex = this.#at;
    const match = pattern.exec(this.#text) ?? undefined;
    if (match !== undefined) this.#at += match[0].length;
    return match;
  }
}

/** The challenges of scheme Bearer. None, if a header breaks the grammar. */
export function bearersOf(answer: McpAnswer): readonly Challenge[] {
  const challenges = readChallenges(headersOf(answer, "www-authenticate")) ?? [];
  return challenges.filter(({ scheme }) => scheme === "bearer");
}

export function bearerParametersOf(answer: McpAnswer): Challenge["parameters"] {
  return bearersOf(answer).flatMap(({ parameters }) => parameters);
}

/** Parameters that a challenge has once at most (RFC 6750, 3). */
const ONCE = ["realm", "scope", "error", "error_description", "error_uri"];

/** Those of them that a challenge repeats. */
export function repeatedIn({ parameters }: Challenge): readonly string[] {
  const names = parameters.map(([name]) => name);
  return ONCE.filter((name) => names.indexOf(name) !== names.lastIndexOf(name));
}

/** The value of a parameter, by its name in lower case. */
export function parameterOf(challenge: Challenge | undefined, name: string): string | undefined {
  return challenge?.parameters.find(([key]) => key === name)?.[1];
}
