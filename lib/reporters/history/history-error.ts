/** The history of runs is unreadable. It is not replaced. */
export class HistoryError extends Error {
  override readonly name = "HistoryError";
}
