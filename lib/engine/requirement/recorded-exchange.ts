/** One request and its answer as they are shown to people: credentials are redacted already. */
export interface RecordedExchange {
  /** Number within the check, from 1. */
  readonly index: number;
  readonly caller: string;
  /** The purpose of the request, for example `register`. */
  readonly label: string;
  /** The credentials were changed on purpose: the check is about them. */
  readonly tampered?: true;
  /** It came from the target: the request is what it sent to us, the answer is ours. */
  readonly arrived?: true;
  readonly startedAt: string;
  readonly durationMs: number;
  readonly request: {
    readonly method: string;
    readonly url: string;
    readonly headers: readonly (readonly [string, string])[];
    readonly body?: string;
  };
  readonly answer?: {
    readonly status: number;
    readonly headers: readonly (readonly [string, string])[];
    readonly body: string;
  };
  /** Why there is no answer. */
  readonly failure?: string;
}
