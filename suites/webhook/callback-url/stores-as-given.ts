import { InapplicableError, InconclusiveError } from "../../../lib/engine/record/verdict.ts";
import { withoutUncommon } from "../../../lib/api/exchange/may-be-gateway.ts";
import type { WebhookContext } from "../../../lib/api/webhook/webhook-context.ts";
import { type Draft, registerDraft } from "../../../lib/api/request/draft.ts";
import { acceptedLikeItsTwin } from "../../../lib/api/webhook/oracles/accepted-like-its-twin.ts";
import { assertSame } from "../../../lib/api/webhook/oracles/assert-same.ts";
import { sameUrl } from "../../../lib/api/webhook/oracles/same-url.ts";
import { hasNoPath } from "../../../lib/api/webhook/model/callback-urls.ts";

/**
 * Asks to store a URL that has to be accepted, if any is. Where a firewall blocks its characters, it asks to store the rest.
 * @param what the URL in words
 * @param over the connection. Default: that of the merchant
 */
export async function storesAsGiven(
  { merchant, urls }: Pick<WebhookContext, "merchant" | "urls">,
  url: string,
  what = url,
  over: Pick<Draft, "lane"> = {},
): Promise<void> {
  try {
    const draft = { ...registerDraft(url), ...over };
    await acceptedLikeItsTwin(merchant, draft, registerDraft(urls.fresh()), what);
  } catch (error) {
    if (!(error instanceof InapplicableError)) throw error;
    const rest = withoutUncommon(url);
    if (rest === url) throw new InconclusiveError(error.message);
    await storesAsGiven({ merchant, urls }, rest);
    throw error;
  }
  const configuration = await merchant.configuration();
  if (hasNoPath(url)) sameUrl(configuration, url);
  else assertSame(configuration, { callbackUrl: url });
}
