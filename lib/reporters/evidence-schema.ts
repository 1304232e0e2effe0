import * as z from "zod";

const pairs = z.array(z.tuple([z.string(), z.string()]));

/** One recorded exchange in a file. */
export const exchangeSchema = z.object({
  index: z.int(),
  caller: z.string(),
  label: z.string(),
  tampered: z.literal(true).exactOptional(),
  arrived: z.literal(true).exactOptional(),
  startedAt: z.string(),
  durationMs: z.number(),
  request: z.object({
    method: z.string(),
    url: z.string(),
    headers: pairs,
    body: z.string().exactOptional(),
  }),
  answer: z.object({ status: z.int(), headers: pairs, body: z.string() }).exactOptional(),
  failure: z.string().exactOptional(),
});

/** The evidence of one check, as in its file. */
export const evidenceSchema = z.object({
  requirement: z.string(),
  heardIn: z.array(z.string()).exactOptional().describe("The checks whose answers decided this check"),
  exchanges: z.array(exchangeSchema.extend({ startedAt: z.iso.datetime() })),
});
