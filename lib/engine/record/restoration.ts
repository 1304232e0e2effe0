/** The restoration of a merchant's configuration after the run. */
export interface Restoration {
  readonly merchant: string;
  readonly outcome: "restored" | "nothing to restore" | "not restored";
  /** The parts that could not be restored, and why. */
  readonly note?: string;
}
