import * as z from "zod";
import { stepSchema } from "../answer-plan.ts";
import { echoSchema } from "../echo.ts";

/** Version of the control interface. Another number is another interface. */
export const PROTOCOL = 2;
/** The control interface of a relay lies below it. No delivery is received there. */
export const CONTROL = "/_relay/";
/** How long a poll may wait, in seconds. */
export const MAX_WAIT_SECONDS = 25;

const MAX_STEPS = 20;

/** A run's part of a relay: the first segment of the path of its URLs. */
export const sessionIdSchema = z.string().regex(/^[a-z\d]{16,40}$/);
/** The part of a URL that selects a plan. */
export const tokenSchema = z.string().regex(/^[A-Za-z\d]{16,64}$/);

export const planSchema = z.tuple([stepSchema], stepSchema).refine(({ length }) => length <= MAX_STEPS);

export const openingSchema = z.strictObject({
  acknowledge: stepSchema.exactOptional(),
  echo: echoSchema.exactOptional(),
});

/** The answer of a relay to a new session. */
export const openedSchema = z.object({
  /** The URL for senders. null: the address of the request. */
  publicUrl: z.string().nullable(),
  endsTls: z.boolean(),
  /** The relay's clocks at that moment: milliseconds since 1970, and of a monotonic clock. */
  now: z.number(),
  ticks: z.number(),
});

const arrivalSchema = z.object({
  /** From 1, in the order of arrival, over the life of the session. */
  number: z.int().min(1),
  at: z.number(),
  ticks: z.number(),
  method: z.string(),
  target: z.string(),
  headers: z.array(z.tuple([z.string(), z.string()])),
  body: z.base64(),
  isCut: z.boolean(),
  isUnfinished: z.literal(true).exactOptional(),
  tls: z.string().nullable(),
  answer: stepSchema,
});

/** The arrivals since then. */
export const pollSchema = z.object({
  arrivals: z.array(arrivalSchema),
  handshakes: z.array(arrivalSchema),
  /** The last requests without a part of a URL of the session. */
  strays: z.array(
    z.object({ method: z.string(), at: z.number(), isEventAtRoot: z.literal(true).exactOptional() }),
  ),
  /** Number of refused connections to the relay, because too many were open. */
  refused: z.int().min(0),
  /** There is more than fits into one answer. */
  more: z.boolean(),
  /** The relay has more than it keeps. */
  isFull: z.boolean(),
});

/** An empty answer of success. */
export const doneSchema = z.object({});

export const healthSchema = z.object({ relay: z.int(), version: z.string() });

export type WireArrival = z.output<typeof arrivalSchema>;
export type Poll = z.output<typeof pollSchema>;
