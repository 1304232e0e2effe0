import type { CallbackUrls } from "../api/webhook/model/callback-urls.ts";

/** The paths of a run below its receiver, whose address changes: ordinary URLs, and those of deliveries. */
const AT_A_RECEIVER = /\/run\/cc-[a-z0-9]{10}\/|\/cc-[a-z0-9]{10}\/In%2FOut;/;

/** Whether an earlier run has registered a callback URL. Its loss harms no user. */
export function isLeftByARun(callbackUrl: string, urls: CallbackUrls): boolean {
  const host = URL.parse(callbackUrl)?.hostname ?? "";
  const isBelow = host === urls.host || host.endsWith(`.${urls.host}`);
  return (isBelow || AT_A_RECEIVER.test(callbackUrl)) && urls.isOfAnotherRun(callbackUrl);
}
