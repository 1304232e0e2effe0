/** One mechanical change of the reference's source. */
export interface Mutation {
  /** Below `lib/reference/`, for example `rules/register.ts`. */
  readonly file: string;
  /** What encloses it, for example `registerRules.create.status`; empty at the top of a file. */
  readonly where: string;
  readonly operator: string;
  readonly from: string;
  readonly to: string;
  /** What is replaced, in UTF-16 units of the file, and by which code. */
  readonly start: number;
  readonly end: number;
  readonly code: string;
}
