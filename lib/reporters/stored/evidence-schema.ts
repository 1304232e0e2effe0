import * as z from "zod";
import { orAbsent } from "../../files/fields.ts";
import type { Frozen } from "./result-fields.ts";

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
  heardIn: orAbsent(z.array(z.string()), "The checks whose answers decided this check"),
  exchanges: z.array(exchangeSchema.extend({ startedAt: z.iso.datetime() })),
});

/** One request and its answer, as files and pages show them. */
export type StoredExchange = Frozen<z.output<typeof exchangeSchema>>;

/** The exchanges of one check, as its file of evidence holds them. */
export type CheckEvidence = Pick<Frozen<z.output<typeof evidenceSchema>>, "requirement" | "exchanges">;
