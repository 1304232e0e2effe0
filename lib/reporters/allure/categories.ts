/** A group of verdicts other than `passed`; the message of a result begins with its verdict. */
export interface Category {
  readonly name: string;
  readonly pattern: string;
  /** Results with one message stand together; otherwise those of one area do. */
  readonly byMessage: boolean;
}

export const CATEGORIES: readonly Category[] = [
  { name: "The target breaks the contract", pattern: "^failed:", byMessage: false },
  { name: "Accepted by a waiver", pattern: "^waived:", byMessage: false },
  { name: "Defect of the suite", pattern: "^errored:", byMessage: true },
  { name: "Not decided", pattern: "^inconclusive:", byMessage: true },
  { name: "Warning", pattern: "^warned:", byMessage: false },
  { name: "Not covered by the profile", pattern: "^uncovered:", byMessage: true },
  { name: "Observed: the document leaves it open", pattern: "^observed:", byMessage: false },
  { name: "Not observed in this run", pattern: "^not observed:", byMessage: true },
  { name: "Does not bind this deployment", pattern: "^inapplicable:", byMessage: true },
];
