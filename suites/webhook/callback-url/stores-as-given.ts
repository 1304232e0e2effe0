import type { WebhookContext } from "../../../lib/api/webhook/webhook-context.ts";
import { registerDraft } from "../../../lib/api/request/draft.ts";
import { acceptedLikeItsTwin } from "../../../lib/api/webhook/oracles/accepted-like-its-twin.ts";
import { assertSame } from "../../../lib/api/webhook/oracles/assert-same.ts";
import { sameUrl } from "../../../lib/api/webhook/oracles/same-url.ts";
import { hasNoPath } from "../../../lib/api/webhook/model/callback-urls.ts";

/**
 * Asks to store a URL that has to be accepted, if any is.
 * @param what the URL in words
 */
export async function storesAsGiven(
  { merchant, urls }: Pick<WebhookContext, "merchant" | "urls">,
  url: string,
  what = url,
): Promise<void> {
  await acceptedLikeItsTwin(merchant, registerDraft(url), registerDraft(urls.fresh()), what);
  const configuration = await merchant.configuration();
  if (hasNoPath(url)) sameUrl(configuration, url);
  else assertSame(configuration, { callbackUrl: url });
}
