import { toMutants } from "../../lib/reference/mutant.ts";
import { renderJson } from "../../lib/reference/render-json.ts";
import { sending } from "../../lib/reference/rewriting.ts";

/** Servers whose every answer holds the envelope, or the configuration, in something else. */
export const shapeMutants = toMutants({
  "envelope.json-object": {
    "sends-every-answer-in-an-array": sending(
      () => true,
      (text) => `[${text}]`,
    ),
    "wraps-every-envelope": sending(
      () => true,
      (text) => `{"response":${text}}`,
    ),
  },
  "envelope.data-object": {
    "sends-the-configuration-as-json-text": ({ query }) => ({
      query: {
        perform: async (call, owner) => {
          const outcome = await query.perform(call, owner);
          return outcome.refused
            ? outcome
            : { ...outcome, data: renderJson(outcome.data ?? null, "compact") };
        },
      },
    }),
  },
});
