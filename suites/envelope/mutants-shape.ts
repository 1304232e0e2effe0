import { toMutants } from "../../lib/reference/mutant.ts";
import { renderJson } from "../../lib/reference/render-json.ts";
import { sending } from "../../lib/reference/rewriting.ts";
import { changing } from "../../lib/reference/changes.ts";

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
    "sends-the-configuration-as-json-text": changing("query.perform", (outcome) =>
      outcome.refused ? outcome : { ...outcome, data: renderJson(outcome.data ?? null, "compact") },
    ),
  },
});
