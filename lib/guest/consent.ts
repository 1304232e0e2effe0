import { EMBEDDED, plainHttpProblem } from "../profile/fields/base-url.ts";
import { isLoopback } from "../text/is-loopback.ts";
import { shownAddress } from "../profile/fields/shown-address.ts";
import { stepsOf } from "../profile/load/steps-of.ts";
import type { Profile } from "../profile/schema/profile-schema.ts";
import { targetAddress } from "../profile/options/target-address.ts";
import { RefusedError } from "./refused-error.ts";

/**
 * Requires consent to writes off loopback, and encrypted credentials.
 * @param written the profile as in its file: its consent is for the address there
 * @throws {RefusedError} that lists the changes and how to consent
 */
export function assertConsent(profile: Profile, written: Profile = profile): void {
  assertConfidential(profile);
  const { baseUrl, disposable, merchants, run } = profile;
  if (run.readOnly) return;
  assertConsentToTools(profile);
  if (disposable || merchants.length === 0) return;
  if (isLoopback(baseUrl)) {
    assertTriggers(profile);
    return;
  }
  const whose = merchants.map(({ name }) => name).join(" and ");
  throw new RefusedError(
    [
      `Cannot check ${baseUrl}: there is no consent to write there.`,
      `The run would overwrite the webhook configuration of ${whose} many times, with callback URLs below ${profile.callback.base}, and disable it. Real events during the run go to these URLs, or are lost.`,
      "The run restores the previous configuration at its end, as far as the API allows:",
      "  - if there is no configuration yet, the run creates one, and the API cannot delete it;",
      "  - the configuration may stay disabled, because the API document does not show whether register enables it again.",
      howToConsent(profile, written),
    ].join("\n"),
  );
}

function assertConsentToTools({ disposable, mcp }: Profile): void {
  const { url, write, undo } = mcp;
  if (url === null || write === null || disposable || isLoopback(url) || url === EMBEDDED) return;
  const after = undo === null ? "and no tool undoes it" : `and ${undo.tool} undoes it`;
  throw new RefusedError(
    `Cannot check ${url}: there is no consent to write there. The run would call the tool ${write.tool} several times, ${after}. ` +
      "Consent by `disposable: true` in the profile, or --disposable; or remove mcp.write: its checks are then uncovered.",
  );
}

/** A trigger causes events at its address. */
function assertTriggers({ events }: Profile): void {
  const [elsewhere] = stepsOf(events).flatMap(({ url }) =>
    url === null || url.startsWith("/") || isLoopback(url) ? [] : [shownAddress(url)],
  );
  if (elsewhere === undefined) return;
  throw new RefusedError(
    `Cannot trigger events at ${elsewhere}: there is no consent. Use test merchants only, then consent: \`disposable: true\` in the profile, or --disposable.`,
  );
}

function howToConsent({ baseUrl }: Profile, written: Profile): string {
  const isElsewhere = targetAddress(baseUrl) !== targetAddress(written.baseUrl);
  if (isElsewhere && written.disposable && written.baseUrl !== EMBEDDED) {
    return `The profile's \`disposable: true\` is consent for ${written.baseUrl} only. For another address --disposable (or CONFORMANCE_DISPOSABLE=true) is required. Consent only for test merchants.`;
  }
  return "Consent only for test merchants: `disposable: true` in the profile, or --disposable.";
}

/** @throws {RefusedError} if the API keys would travel unencrypted beyond this machine */
export function assertConfidential({ baseUrl, target }: Profile): void {
  if (plainHttpProblem(baseUrl, target.allowPlainHttp) === undefined) return;
  throw new RefusedError(
    `Cannot use ${baseUrl}: plain http does not encrypt the API keys. Use https, or set target.allowPlainHttp.`,
  );
}
