import { type Answer } from "../api/exchange/answer.ts";
import { configurationIn } from "../api/merchant/configuration.ts";
import type { OpenTarget } from "../session/open-target.ts";
import { describeJson } from "../api/json/json.ts";
import { isLeftByARun } from "./is-left-by-a-run.ts";
import { maskIn } from "./mask-in.ts";
import { RefusedError } from "./refused-error.ts";
import type { VisitState } from "./visit-state.ts";

/**
 * Finds callback URLs that the target shows masked, before anything is written. A run cannot restore them.
 * @param answers to a query for each merchant, in the order of the profile
 * @throws {RefusedError} without consent to lose them
 */
export function heedMasks(
  answers: readonly Answer[],
  { setup, announce }: VisitState,
  { shared, recorder }: OpenTarget,
): void {
  const masked = answers.flatMap((answer, index) => {
    const url = configurationIn(answer)?.callbackUrl;
    const mask = typeof url === "string" ? maskIn(url) : undefined;
    if (typeof url !== "string" || mask === undefined || isLeftByARun(url, shared.urls)) return [];
    return [`${setup.profile.merchants[index]?.name}, ${recorder.redact(describeJson(url))}`];
  });
  if (masked.length === 0) return;
  const what = `The target shows a callback URL masked, so a run cannot restore it: merchant ${masked.join("; merchant ")}.`;
  if (setup.profile.loseMaskedUrl) {
    announce(`${what} It may be lost; you have consented to that.`);
    return;
  }
  throw new RefusedError(
    `Cannot check ${setup.profile.baseUrl} without losing a callback URL. ${what} Nothing was written. ` +
      "Consent to lose it, and register the real one yourself after the run: `loseMaskedUrl: true` in the profile, or --lose-masked-url (CONFORMANCE_LOSE_MASKED_URL=true). " +
      "If the real URL is as shown, nothing is lost.",
  );
}
