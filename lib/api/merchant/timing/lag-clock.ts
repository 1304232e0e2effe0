/** Time, as reading after a write needs it. */
export interface LagClock {
  /** Milliseconds since any moment. */
  readonly now: () => number;
  /** @throws {BudgetError} when there is no time for it */
  readonly wait: (ms: number) => Promise<void>;
}
