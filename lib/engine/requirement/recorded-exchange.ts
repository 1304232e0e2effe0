import { z } from "zod";
import type { Frozen } from "../../files/fields.ts";

const headers = z.array(z.tuple([z.string(), z.string()]));

/** One request and its answer as they are shown to people and stored: credentials are redacted already. */
export const exchangeSchema = z.object({
  /** Number within the check, from 1. */
  index: z.int(),
  caller: z.string(),
  /** The purpose of the request, for example `register`. */
  label: z.string(),
  /** The credentials were changed on purpose: the check is about them. */
  tampered: z.literal(true).exactOptional(),
  /** It came from the target: the request is what it sent to us, the answer is ours. */
  arrived: z.literal(true).exactOptional(),
  startedAt: z.string(),
  durationMs: z.number(),
  request: z.object({
    method: z.string(),
    url: z.string(),
    headers,
    body: z.string().exactOptional(),
  }),
  answer: z.object({ status: z.int(), headers, body: z.string() }).exactOptional(),
  /** Why there is no answer. */
  failure: z.string().exactOptional(),
});

export type RecordedExchange = Frozen<z.output<typeof exchangeSchema>>;
