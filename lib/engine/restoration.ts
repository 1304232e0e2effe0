/** What became of a merchant's configuration after the run. */
export interface Restoration {
  readonly merchant: string;
  readonly outcome: "restored" | "nothing to restore" | "not restored";
  /** What could not be put back, and why. */
  readonly note?: string;
}
