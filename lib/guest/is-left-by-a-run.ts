import type { CallbackUrls } from "../api/webhook/model/callback-urls.ts";

/** Below the receiver of a run, whose address is another one each time: ordinary URLs, and those of deliveries. */
const AT_A_RECEIVER = /\/run\/cc-[a-z0-9]{10}\/|\/cc-[a-z0-9]{10}\/In%2FOut;/;

/** Whether a callback URL is one that an earlier run has registered: nobody misses it. */
export function isLeftByARun(callbackUrl: string, urls: CallbackUrls): boolean {
  const host = URL.parse(callbackUrl)?.hostname ?? "";
  const isBelow = host === urls.host || host.endsWith(`.${urls.host}`);
  return (isBelow || AT_A_RECEIVER.test(callbackUrl)) && urls.isOfAnotherRun(callbackUrl);
}
