/** How a receiver answers one request. */
export interface AnswerStep {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** How long it waits before it answers. */
  readonly delayMs?: number;
  /**
   * Instead of the whole answer: `hang`, none until the sender gives up; `close`, the connection ends before it;
   * `close-within`, in the middle of it; `reset`, the connection breaks off.
   */
  readonly ending?: "hang" | "close" | "close-within" | "reset";
}

/** The answers to the requests that bear one token: one after the other, the last one again and again. */
export type AnswerPlan = readonly [AnswerStep, ...AnswerStep[]];

/** What a request is answered that nobody has planned an answer for. */
export const ACKNOWLEDGED: AnswerStep = {
  status: 200,
  headers: { "content-type": "application/json" },
  body: "{}",
};
