import { Violation } from "../../../engine/verdict.ts";
import { describeJson } from "../../json/json-object.ts";
import type { Merchant } from "../../merchant/merchant.ts";
import type { Overlapping } from "../../merchant/send-together.ts";
import { NOT_REPLACED, OF_ANOTHER, possiblyStored, readOnly, strayDeviation } from "./overlap.ts";
import { returnedUrl } from "./returned-field.ts";

/**
 * A merchant sees and ends with callback URLs of its own, while another one registers at the same time.
 * @param urls those of the merchant, the one before first
 * @param others those of the other merchant
 * @throws {Violation} when another one shows
 */
export async function keepsTo(
  one: Merchant,
  urls: readonly string[],
  operations: readonly Overlapping[],
  others: readonly string[],
): Promise<void> {
  const own = operations.filter(({ merchant }) => merchant === one);
  readOnly(own, urls, others);
  const possible = possiblyStored(own, urls[0] ?? "");
  const callbackUrl = returnedUrl(await one.configuration());
  if (possible.includes(callbackUrl)) return;
  const expected = `${possible.map((url) => describeJson(url)).join(" or ")}, which ${one.name} registered`;
  const ownDeviation = callbackUrl === urls[0] ? NOT_REPLACED : strayDeviation(callbackUrl, possible);
  const deviation = others.includes(callbackUrl) ? OF_ANOTHER : ownDeviation;
  throw new Violation({ expected, actual: describeJson(callbackUrl), deviations: [deviation] });
}
