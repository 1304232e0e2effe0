/** One option that has no usable value. */
export interface OptionProblem {
  /** Where the value stands: `--depth`, `CONFORMANCE_DEPTH` or `file:line:column  field`. */
  readonly source: string;
  /** What was expected, and what was got instead. */
  readonly message: string;
}

/** Everything that is wrong with the options of a run, one line per problem. */
export class OptionsError extends Error {
  override readonly name = "OptionsError";
  readonly problems: readonly OptionProblem[];

  constructor(problems: readonly OptionProblem[]) {
    super(problems.map(({ source, message }) => `${source}  ${message}`).join("\n"));
    this.problems = problems;
  }
}
