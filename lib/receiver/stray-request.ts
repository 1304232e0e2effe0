/** A request without a part of a URL of the run. Its content is not kept. */
export interface StrayRequest {
  readonly method: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** It came to the root of the host, and its body names an event type of the document. */
  readonly isEventAtRoot?: true;
}
