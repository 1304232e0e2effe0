/** A result of a run cannot be read. The message names the file and says why. */
export class UnreadableResultError extends Error {
  override name = "UnreadableResultError";
  readonly place: string;
  /** One sentence without its full stop. */
  readonly why: string;

  constructor(place: string, why: string) {
    super(`Cannot read ${place}: ${why}`);
    this.place = place;
    this.why = why;
  }
}
