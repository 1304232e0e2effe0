import { succeeded } from "../../answer.ts";
import type { Merchant } from "../merchant.ts";

/** Whether the target lets two merchants have the same callback URL, of which the document says nothing. */
export async function mayShare(
  one: Pick<Merchant, "accepts">,
  other: Pick<Merchant, "enabled" | "tries">,
  url: string,
): Promise<boolean> {
  await other.enabled();
  await one.accepts(url);
  return succeeded(await other.tries(url));
}
