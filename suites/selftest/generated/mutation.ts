/** One mechanical change of the reference's source. */
export interface Mutation {
  /** Below `lib/reference/`, for example `rules/register.ts`. */
  readonly file: string;
  /** The enclosing name, for example `registerRules.create.status`; empty at the top of a file. */
  readonly where: string;
  readonly operator: string;
  readonly from: string;
  readonly to: string;
  /** The replaced range, in UTF-16 units of the file, and the new code. */
  readonly start: number;
  readonly end: number;
  readonly code: string;
}
