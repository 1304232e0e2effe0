import { observe } from "../../lib/check.ts";
import { acquainted } from "../../lib/observing/acquainted.ts";
import { clockOffsetSeconds, latency } from "../../lib/observing/measures.ts";
import { type Observed, steady } from "../../lib/observing/observed.ts";
import { InconclusiveError } from "../../lib/verdict.ts";

export const rateLimitMet = observe("limits.rate", async ({ seen }): Promise<Observed> => {
  const forms = seen.throttled.map(({ answer }) => {
    const retryAfter = answer?.headers.find(([name]) => name.toLowerCase() === "retry-after")?.[1];
    if (retryAfter === undefined) return "met, without Retry-After";
    return /^\d+$/.test(retryAfter) ? "met, Retry-After in seconds" : "met, Retry-After as a date";
  });
  return forms.length === 0 ? { value: "none met", stable: true } : steady(forms);
});

export const latencyOfAnswers = observe("limits.latency", async (context): Promise<Observed> => {
  const durations = (await acquainted(context)).map(({ durationMs }) => durationMs);
  return { value: latency(durations), stable: false };
});

export const clockOfTheTarget = observe("limits.clock", async (context): Promise<Observed> => {
  const offset = clockOffsetSeconds(await acquainted(context));
  if (offset === undefined) throw new InconclusiveError("The answers have no Date header.");
  return { value: offset, stable: true };
});
