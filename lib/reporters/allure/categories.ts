/** A group of verdicts other than `passed`; the message of a result begins with its verdict. */
export interface Category {
  readonly name: string;
  readonly pattern: string;
}

export const CATEGORIES: readonly Category[] = [
  { name: "The target breaks the contract", pattern: "^failed:" },
  { name: "Accepted by a waiver", pattern: "^waived:" },
  { name: "Defect of the suite", pattern: "^errored:" },
  { name: "Not decided", pattern: "^inconclusive:" },
  { name: "Warning", pattern: "^warned:" },
  { name: "Not covered by the profile", pattern: "^uncovered:" },
  { name: "Observed: the document leaves it open", pattern: "^observed:" },
  { name: "Not observed in this run", pattern: "^not observed:" },
  { name: "Does not apply to this deployment", pattern: "^inapplicable:" },
];
