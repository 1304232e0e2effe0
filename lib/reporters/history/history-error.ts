/** What stands in the place of the history of runs cannot be read, and is not replaced. */
export class HistoryError extends Error {
  override readonly name = "HistoryError";
}
