import { createHash } from "node:crypto";
import { appendFileSync, existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { readRegularFile } from "../files/read-regular-file.ts";
import { targetAddress } from "../profile/options/target-address.ts";

const NAME_CHARS = 32;
const MAX_MIB = 16;
const MOVES = ".moves.jsonl";

/**
 * The file that lists calls with a permanent effect at an address, of any merchant: a used id is used for all
 * of them. Adds older lists by merchant to it.
 * @param merchantKeys names of the merchants in the state folder
 */
export function movesFileOf(folder: string, baseUrl: string, merchantKeys: readonly string[]): string {
  const address = createHash("sha256").update(targetAddress(baseUrl)).digest("hex");
  const file = join(folder, `${address.slice(0, NAME_CHARS)}${MOVES}`);
  for (const ofMerchant of merchantKeys.map((key) => join(folder, `${key}${MOVES}`))) {
    if (!existsSync(ofMerchant)) continue;
    appendFileSync(file, readRegularFile(ofMerchant, MAX_MIB), { mode: 0o600, flush: true });
    rmSync(ofMerchant);
  }
  return file;
}
