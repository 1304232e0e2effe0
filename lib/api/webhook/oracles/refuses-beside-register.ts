import { registerDraft } from "../../request/draft.ts";
import { succeeded } from "../../exchange/answer.ts";
import type { Merchant } from "../../merchant/merchant.ts";
import { sendTogether } from "../../merchant/send-together.ts";
import type { CallbackUrls } from "../model/callback-urls.ts";
import { assertRefused } from "./assert-answered.ts";

/**
 * A register that breaks the rules is refused while another merchant's register is accepted. A target that accepts it
 * alone is not checked here.
 * @throws {Violation}
 */
export async function refusesBesideRegister(
  one: Merchant,
  other: Merchant,
  urls: CallbackUrls,
): Promise<void> {
  const offending = () => registerDraft(urls.fresh().replace("https:", "http:"), "refused input");
  if (succeeded(await one.send(offending()))) return;
  const invalid = offending();
  const operations = await sendTogether([
    { merchant: other, draft: registerDraft(urls.fresh()) },
    { merchant: one, draft: invalid },
  ]);
  for (const { draft, answer } of operations)
    if (draft === invalid && answer !== undefined)
      assertRefused(answer, "a register with http: while another merchant registers");
}
