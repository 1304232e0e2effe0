import * as z from "zod";
import { exchangeSchema, type RecordedExchange } from "../../engine/requirement/recorded-exchange.ts";
import { type Frozen, orAbsent } from "../../files/fields.ts";

/** The evidence of one check, as in its file. */
export const evidenceSchema = z.object({
  requirement: z.string(),
  heardIn: orAbsent(z.array(z.string()), "The checks whose answers decided this check"),
  exchanges: z.array(exchangeSchema.extend({ startedAt: z.iso.datetime() })),
});

/** One request and its answer, as files and pages show them. */
export type StoredExchange = RecordedExchange;

/** The exchanges of one check, as its file of evidence holds them. */
export type CheckEvidence = Pick<Frozen<z.output<typeof evidenceSchema>>, "requirement" | "exchanges">;
