/** One option without a usable value. */
export interface OptionProblem {
  /** The place of the value: `--depth`, `CONFORMANCE_DEPTH` or `file:line:column field`. */
  readonly source: string;
  /** The expectation, and the actual value. */
  readonly message: string;
}

/** All faults in the options of a run, one line per problem. */
export class OptionsError extends Error {
  override readonly name = "OptionsError";
  readonly problems: readonly OptionProblem[];

  constructor(problems: readonly OptionProblem[]) {
    super(problems.map(({ source, message }) => `${source}  ${message}`).join("\n"));
    this.problems = problems;
  }
}
