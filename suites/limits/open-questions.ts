import { unspecified } from "../../lib/api/webhook/requirement.ts";
import { askOperations } from "../../lib/api/webhook/observing/ask-kinds.ts";
import { clockOffsetSeconds, describeLatency } from "../../lib/api/webhook/observing/measures.ts";
import { eachPart, summarizeLooks } from "../../lib/engine/judge/observed.ts";
import { OPERATIONS } from "../../lib/api/request/draft.ts";
import { InconclusiveError } from "../../lib/engine/record/verdict.ts";

export const traffic = unspecified("limits.traffic", {
  sections: ["5", "8"],
  text: "The rate limit that the run met, if any, and how many seconds the target's clock is ahead by its Date header. The run provokes no limit.",
  observe: eachPart({
    "rate limit": async ({ seen }) => {
      const forms = seen.throttled.map(({ answer }) => {
        const retryAfter = answer?.headers.find(([name]) => name.toLowerCase() === "retry-after")?.[1];
        if (retryAfter === undefined) return "met, without Retry-After";
        return /^\d+$/.test(retryAfter) ? "met, Retry-After in seconds" : "met, Retry-After as a date";
      });
      return forms.length === 0 ? { value: "none met", stable: true } : summarizeLooks(forms);
    },
    "clock offset": async (context) => {
      const offset = clockOffsetSeconds(await askOperations(context, ...OPERATIONS));
      if (offset === undefined) throw new InconclusiveError("The answers have no Date header.");
      return { value: offset, stable: true };
    },
  }),
});

export const latencyOfAnswers = unspecified("limits.latency", {
  sections: ["8"],
  text: "How long answers take, in milliseconds.",
  observe: async (context) => {
    const durations = (await askOperations(context, ...OPERATIONS)).map(({ durationMs }) => durationMs);
    const measured = Object.entries(describeLatency(durations));
    return Object.fromEntries(measured.map(([name, value]) => [name, { value, stable: false }]));
  },
});
