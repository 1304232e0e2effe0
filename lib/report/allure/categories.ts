/** Verdicts other than `passed`, as a report groups them; the message of a result begins with its verdict. */
export const CATEGORIES: readonly { readonly name: string; readonly pattern: string }[] = [
  { name: "The target breaks the contract", pattern: "^failed:" },
  { name: "Accepted by a waiver", pattern: "^waived:" },
  { name: "Defect of the suite", pattern: "^errored:" },
  { name: "Not decided", pattern: "^inconclusive:" },
  { name: "Warning", pattern: "^warned:" },
  { name: "Not covered by the profile", pattern: "^uncovered:" },
  { name: "Does not bind this deployment", pattern: "^inapplicable:" },
];
