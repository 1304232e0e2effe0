import { unspecified } from "../../lib/api/webhook/requirement.ts";
import { everyKindSeen } from "../../lib/api/webhook/observing/every-kind-seen.ts";
import { clockOffsetSeconds, describeLatency } from "../../lib/api/webhook/observing/measures.ts";
import { type Observed, summarizeLooks } from "../../lib/engine/observed.ts";
import { InconclusiveError } from "../../lib/engine/verdict.ts";

export const rateLimitMet = unspecified("limits.rate", {
  sections: ["8"],
  text: "The rate limit that the run met, if any: none is provoked.",
  observe: async ({ seen }): Promise<Observed> => {
    const forms = seen.throttled.map(({ answer }) => {
      const retryAfter = answer?.headers.find(([name]) => name.toLowerCase() === "retry-after")?.[1];
      if (retryAfter === undefined) return "met, without Retry-After";
      return /^\d+$/.test(retryAfter) ? "met, Retry-After in seconds" : "met, Retry-After as a date";
    });
    return forms.length === 0 ? { value: "none met", stable: true } : summarizeLooks(forms);
  },
});

export const latencyOfAnswers = unspecified("limits.latency", {
  sections: ["8"],
  text: "How long answers take, in milliseconds.",
  observe: async (context): Promise<Observed> => {
    const durations = (await everyKindSeen(context)).map(({ durationMs }) => durationMs);
    return { value: describeLatency(durations), stable: false };
  },
});

export const clockOfTheTarget = unspecified("limits.clock", {
  sections: ["5"],
  text: "The difference between the target's clock and this machine's, in seconds, by the Date header of its answers.",
  observe: async (context): Promise<Observed> => {
    const offset = clockOffsetSeconds(await everyKindSeen(context));
    if (offset === undefined) throw new InconclusiveError("The answers have no Date header.");
    return { value: offset, stable: true };
  },
});
