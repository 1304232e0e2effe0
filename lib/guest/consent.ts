import { isLoopback } from "../profile/loopback.ts";
import type { Profile } from "../profile/profile-schema.ts";
import { RefusedError } from "./refused-error.ts";

/**
 * Off loopback, nothing is written without consent, and credentials do not travel in clear.
 * @throws {RefusedError} saying what would be overwritten and how to consent
 */
export function assertConsent({ baseUrl, disposable, merchants, target }: Profile): void {
  if (isLoopback(baseUrl)) return;
  const names = merchants.map(({ name }) => name).join(", ");
  if (baseUrl.startsWith("http:") && !target.allowPlainHttp) {
    throw new RefusedError(
      `Cannot judge ${baseUrl}: plain http would carry the API keys in clear. Use https, or set target.allowPlainHttp.`,
    );
  }
  if (disposable) return;
  throw new RefusedError(
    `Cannot judge ${baseUrl}: no consent. The run would overwrite and disable the webhook configuration of ${names}. ` +
      "What existed is put back afterwards; but a first configuration can never be deleted again, and whether " +
      "register enables a disabled one again is not shown in the document. Consent with `disposable: true` in the profile or --disposable.",
  );
}
