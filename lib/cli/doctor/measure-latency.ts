import { askMerchant } from "../../api/diagnosis/ask-merchant.ts";
import { queryDraft } from "../../api/request/draft.ts";
import type { OpenTarget } from "../../session/open-target.ts";
import type { Latency } from "./speed.ts";

const QUERIES = 3;

/**
 * Times queries of the first merchant.
 * @param target its first exchange has opened its connection
 * @returns undefined without a merchant or answers
 */
export async function measureLatency({ shared, recorder }: OpenTarget): Promise<Latency | undefined> {
  const [merchant] = shared.merchants;
  const [first] = recorder.exchanges;
  if (merchant === undefined || first === undefined) return undefined;
  const before = recorder.exchanges.length;
  for (let query = 0; query < QUERIES; query += 1) {
    if ((await askMerchant(merchant, queryDraft("open"))) === undefined) return undefined;
  }
  const times = recorder.exchanges.slice(before).map(({ durationMs }) => durationMs);
  const median = times.toSorted((one, other) => one - other)[Math.floor(times.length / 2)];
  return median === undefined ? undefined : { keptMs: median, newMs: first.durationMs };
}
