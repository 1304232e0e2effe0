/** A place in a YAML file. Line and column count from 1. */
export interface Position {
  /** As shown to users: relative to the working directory if the file lies below it. */
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

export interface ProfileProblem extends Position {
  /** For example `merchants[0].apiKey`. Empty: it concerns no field. */
  readonly field: string;
  /** The expectation, and the actual value. Never a secret. */
  readonly message: string;
  /** The variable of the environment that is not set. */
  readonly variable?: string;
}

/** All faults of a profile or a waiver file, one line per problem. */
export class ProfileError extends Error {
  override readonly name = "ProfileError";
  readonly problems: readonly ProfileProblem[];

  constructor(problems: readonly ProfileProblem[]) {
    super(problems.map(lineOf).join("\n"));
    this.problems = problems;
  }
}

function lineOf({ file, line, column, field, message }: ProfileProblem): string {
  const parts = [`${file}:${line}:${column}`, field, message].filter((part) => part !== "");
  return parts.join("  ").replaceAll("\n", String.raw`\n`);
}
