/** The outcome of a mutant. */
export type Fate =
  | { readonly kind: "killed"; readonly by: string; readonly verdict: string }
  | { readonly kind: "endless" }
  | { readonly kind: "not-reached" }
  | Survived;

export interface Survived {
  readonly kind: "survived";
  /** Checks that came to no judgement, which the reference itself passes. */
  readonly undecided: readonly string[];
  /** Whether any answer of a run differs from the reference's own. */
  readonly differs: boolean;
}
