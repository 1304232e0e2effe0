/** A request that bears no part of a URL of the run: that it came, and nothing that it said. */
export interface StrayRequest {
  readonly method: string;
  /** Milliseconds since 1970. */
  readonly at: number;
}
