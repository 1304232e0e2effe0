/** Where in a YAML file something stands; line and column count from 1. */
export interface Position {
  /** As shown to a user: relative to the working directory when it lies below it. */
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** One thing that is wrong with a profile. */
export interface ProfileProblem extends Position {
  /** For example `merchants[0].apiKey`; empty when it concerns no field. */
  readonly field: string;
  /** What was expected, and what was got instead. Never a secret. */
  readonly message: string;
}

/** Everything that is wrong with a profile or a waiver file, one line per problem. */
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
