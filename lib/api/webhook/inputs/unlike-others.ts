import type { CallbackUrls } from "../model/callback-urls.ts";

/** A new callback URL that differs from the others of the run by more than its number. */
export function unlikeOthers(urls: CallbackUrls): string {
  return urls.fresh().replace("/hook/", "/replacing/");
}
