export interface AnswerStep {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Delay before the answer. */
  readonly delayMs?: number;
  /**
   * Replaces the whole answer. `hang`: no answer until the sender gives up. `close`: the connection ends
   * before it. `close-within`: in the middle of it. `reset`: the connection is reset.
   */
  readonly ending?: "hang" | "close" | "close-within" | "reset";
}

/** The answers to requests with one token, one after the other. The last one repeats. */
export type AnswerPlan = readonly [AnswerStep, ...AnswerStep[]];

/** The answer to a request without a planned answer. */
export const ACKNOWLEDGED: AnswerStep = {
  status: 200,
  headers: { "content-type": "application/json" },
  body: "{}",
};
