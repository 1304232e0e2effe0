/** A result of a run cannot be read. The message names the file and says why. */
export class UnreadableResultError extends Error {
  override name = "UnreadableResultError";

  constructor(place: string, why: string) {
    super(`${place}: ${why}`);
  }
}
