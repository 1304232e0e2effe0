import { createHash } from "node:crypto";
import { join } from "node:path";
import { targetAddress } from "../profile/options/target-address.ts";

const NAME_CHARS = 32;

/** The file that lists calls with a permanent effect at an address, of any merchant: a used id is used for all of them. */
export function movesFileOf(folder: string, baseUrl: string): string {
  const address = createHash("sha256").update(targetAddress(baseUrl)).digest("hex");
  return join(folder, `${address.slice(0, NAME_CHARS)}.moves.jsonl`);
}
