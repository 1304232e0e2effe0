import { Violation } from "../../../engine/record/verdict.ts";
import { type Configuration, configurationIn } from "../../merchant/configuration.ts";
import { describeJson } from "../../json/json.ts";
import type { Merchant } from "../../merchant/merchant.ts";
import type { Overlapping } from "../../merchant/send-together.ts";
import { OF_ANOTHER } from "../model/deviations.ts";
import { NOT_REPLACED, possiblyStored, readOnly, strayDeviation } from "./overlap.ts";
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

/** Fields that name the configuration and its owner. */
const IDENTITY = ["id", "merchantId"] as const;

/**
 * Queries that overlapped requests of another merchant show none of the values that identify the other's configuration.
 * @param own a merchant's configuration, read before
 * @param theirs the other merchant's
 * @throws {Violation} when one does
 */
export function keepsIdentity(
  own: Configuration,
  theirs: Configuration,
  operations: readonly Overlapping[],
): void {
  for (const { answer } of operations) {
    if (answer?.draft.label !== "query") continue;
    const shown = configurationIn(answer);
    for (const field of IDENTITY) {
      const [mine, other, actual] = [own, theirs, shown].map((one) => describeJson(one?.[field] ?? null));
      if (theirs[field] === undefined || actual !== other || mine === other) continue;
      throw new Violation({
        expected: `\`${field}\` ${mine}, also while another merchant calls`,
        actual: `${actual}, which is the other merchant's`,
        exchange: answer.exchange,
        deviations: [OF_ANOTHER],
      });
    }
  }
}
