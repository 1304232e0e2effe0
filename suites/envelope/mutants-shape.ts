import { mutant } from "../../lib/reference/mutant.ts";
import { renderJson } from "../../lib/reference/render-json.ts";
import { sending } from "../../lib/reference/rewriting.ts";

/** Servers whose every answer holds the envelope, or the configuration, in something else. */
export const shapeMutants = [
  mutant(
    "sends-every-answer-in-an-array",
    "envelope.json-object",
    sending(
      () => true,
      (text) => `[${text}]`,
    ),
  ),
  mutant(
    "wraps-every-envelope",
    "envelope.json-object",
    sending(
      () => true,
      (text) => `{"response":${text}}`,
    ),
  ),
  mutant("sends-the-configuration-as-json-text", "envelope.data-object", ({ query }) => ({
    query: {
      perform: async (call, owner) => {
        const outcome = await query.perform(call, owner);
        return outcome.refused ? outcome : { ...outcome, data: renderJson(outcome.data ?? null, "compact") };
      },
    },
  })),
];
