import * as z from "zod";

const MAX_DELAY_MS = 120_000;
const MAX_ANSWER_CHARS = 64 * 1024;

/** One answer of a receiver, as a relay takes it. */
export const stepSchema = z.strictObject({
  status: z.int().min(200).max(599),
  headers: z
    .record(z.string().regex(/^[\w-]{1,100}$/), z.string().regex(/^[\t\x20-\x7e]{0,1000}$/))
    .exactOptional(),
  body: z.string().max(MAX_ANSWER_CHARS).exactOptional(),
  /** Delay before the answer. */
  delayMs: z.number().min(0).max(MAX_DELAY_MS).exactOptional(),
  /**
   * Replaces the whole answer. `hang`: no answer until the sender gives up. `close`: the connection ends
   * before it. `close-within`: in the middle of it. `reset`: the connection is reset.
   */
  ending: z.enum(["hang", "close", "close-within", "reset"]).exactOptional(),
});

export type AnswerStep = Readonly<z.output<typeof stepSchema>>;

/** The answers to requests with one token, one after the other. The last one repeats. */
export type AnswerPlan = readonly [AnswerStep, ...AnswerStep[]];

/** The answer to a request without a planned answer. */
export const ACKNOWLEDGED: AnswerStep = {
  status: 200,
  headers: { "content-type": "application/json" },
  body: "{}",
};
