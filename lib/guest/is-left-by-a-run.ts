import type { CallbackUrls } from "../api/webhook/model/callback-urls.ts";

/** Whether a callback URL is one that an earlier run has registered: nobody misses it. */
export function isLeftByARun(callbackUrl: string, urls: CallbackUrls): boolean {
  const host = URL.parse(callbackUrl)?.hostname ?? "";
  const isBelow = host === urls.host || host.endsWith(`.${urls.host}`);
  return isBelow && urls.isOfAnotherRun(callbackUrl);
}
