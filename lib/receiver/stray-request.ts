/** A request without a part of a URL of the run. Its content is not kept. */
export interface StrayRequest {
  readonly method: string;
  /** Milliseconds since 1970. */
  readonly at: number;
}
